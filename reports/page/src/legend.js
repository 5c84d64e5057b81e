// A row of the legend, chosen, leaves its line or point alone on the chart; chosen again, all come back. One stop of
// the Tab key reaches the legend, the arrow keys its rows.
function choose(svg, keys, key) {
  const chosen = key.getAttribute("aria-pressed") !== "true" ? key : null;
  for (const other of keys) {
    other.setAttribute("aria-pressed", String(other === chosen));
  }
  svg.classList.toggle("isolated", chosen !== null);
  for (const part of svg.querySelectorAll("[data-row]")) {
    part.classList.toggle("chosen", part.dataset.row === chosen?.dataset.row);
  }
}

function move(keys, from, by) {
  const to = keys[(from + by + keys.length) % keys.length];
  keys[from].tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}

export function pickRows(svg) {
  const keys = [...svg.querySelectorAll("g.key[data-row]")];
  if (keys.length < 2) {
    return;
  }
  keys.forEach((key, i) => {
    key.setAttribute("role", "button");
    key.setAttribute("aria-pressed", "false");
    key.setAttribute("aria-label", key.textContent.trim());
    key.tabIndex = i === 0 ? 0 : -1;
    key.addEventListener("click", () => choose(svg, keys, key));
    key.addEventListener("keydown", (event) => {
      const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      if (by !== undefined || event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        event.stopPropagation();
        if (by === undefined) {
          choose(svg, keys, key);
        } else {
          move(keys, i, by);
        }
      }
    });
  });
}
