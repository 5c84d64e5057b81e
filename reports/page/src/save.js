// The picture as a file of its own: with the style that the page has once, and without what the script changed.
function standalone(svg) {
  const copy = svg.cloneNode(true);
  copy.setAttribute("role", "img");
  copy.classList.remove("isolated");
  for (const mark of copy.querySelectorAll("[data-words]")) {
    const title = document.createElementNS(copy.namespaceURI, "title");
    title.textContent = mark.dataset.words;
    mark.append(title);
    mark.removeAttribute("data-words");
  }
  for (const part of copy.querySelectorAll("[role]")) {
    for (const name of ["role", "tabindex", "aria-pressed", "aria-label"]) {
      part.removeAttribute(name);
    }
  }
  for (const part of copy.querySelectorAll(".chosen, .pointed")) {
    part.classList.remove("chosen", "pointed");
  }
  const style = document.createElementNS(copy.namespaceURI, "style");
  style.textContent = document.getElementById("chart-style").textContent;
  copy.querySelector(":scope > desc").after(style);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

export function savePictures(root) {
  for (const button of root.querySelectorAll("button.save")) {
    button.addEventListener("click", () => {
      const text = standalone(button.closest(".picture").querySelector("svg"));
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
      link.download = button.dataset.file;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
  }
}
