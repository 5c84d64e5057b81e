// What a point or a line says, beside the pointer or, with the arrow keys, beside itself.
const near = [[0, 0], [4, 0], [-4, 0], [0, 4], [0, -4], [8, 0], [-8, 0], [0, 8], [0, -8]]; // a line is two pixels wide

const tip = () => document.getElementById("tip");

function show(mark, x, y) {
  const box = tip();
  (mark.closest("dialog") ?? document.body).append(box); // nothing outside stands above an open dialog
  box.textContent = mark.dataset.words;
  box.hidden = false;
  const { width, height } = box.getBoundingClientRect();
  const left = Math.max(4, Math.min(x + 12, innerWidth - width - 4));
  const top = y + 16 + height > innerHeight ? y - height - 12 : y + 16;
  box.style.left = `${left}px`;
  box.style.top = `${Math.max(4, top)}px`;
}

function hide() {
  tip().hidden = true;
  document.querySelector(".pointed")?.classList.remove("pointed");
}

function point(mark, x, y) {
  hide();
  mark.classList.add("pointed");
  show(mark, x, y);
}

function markAt(svg, x, y) {
  for (const [right, down] of near) {
    const mark = document.elementFromPoint(x + right, y + down)?.closest("[data-words]");
    if (mark && svg.contains(mark)) {
      return mark;
    }
  }
  return null;
}

// The browser's own tooltip comes late and never with the keyboard, so that <title> becomes a label.
function marksOf(svg) {
  const marks = [];
  for (const title of svg.querySelectorAll("* > title")) {
    const mark = title.parentElement;
    if (mark !== svg) {
      mark.dataset.words = title.textContent;
      title.remove();
      if (!mark.closest(".key")) {
        mark.setAttribute("role", "img");
        mark.setAttribute("aria-label", mark.dataset.words);
        marks.push(mark);
      }
    }
  }
  return marks;
}

function step(key, at, count) {
  switch (key) {
    case "ArrowRight":
    case "ArrowDown": return (at + 1) % count;
    case "ArrowLeft":
    case "ArrowUp": return at <= 0 ? count - 1 : at - 1;
    case "Home": return 0;
    case "End": return count - 1;
    default: return null;
  }
}

function walk(frame, marks) {
  let at = -1;
  frame.addEventListener("keydown", (event) => {
    const next = event.target === frame && marks.length > 0 ? step(event.key, at, marks.length) : null;
    if (next !== null) {
      event.preventDefault();
      at = next;
      marks[at].scrollIntoView({ block: "nearest", inline: "nearest" });
      const box = marks[at].getBoundingClientRect();
      point(marks[at], box.right, box.top + box.height / 2);
    }
  });
  frame.addEventListener("blur", hide);
}

export function tellPoints(svg) {
  walk(svg.closest(".scroll"), marksOf(svg));
  svg.addEventListener("pointermove", (event) => {
    const mark = markAt(svg, event.clientX, event.clientY);
    if (mark) {
      point(mark, event.clientX, event.clientY);
    } else {
      hide();
    }
  });
  svg.addEventListener("pointerleave", hide);
}

export function hideOnEscape(root) {
  root.addEventListener("keydown", (event) => event.key === "Escape" && hide());
}
