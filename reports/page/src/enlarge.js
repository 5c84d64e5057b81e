// A picture as large as the window. It is moved, not copied: its ids stay unique.
export function enlargePictures(root) {
  const dialog = root.getElementById("enlarged");
  const sheet = dialog.querySelector(".sheet");
  let home = null;
  for (const button of root.querySelectorAll("button.enlarge")) {
    button.addEventListener("click", () => {
      const svg = button.closest(".picture").querySelector("svg");
      home = svg.parentElement;
      home.style.minHeight = `${home.offsetHeight}px`; // what is behind stays where it is
      dialog.setAttribute("aria-label", home.getAttribute("aria-label"));
      sheet.append(svg);
      dialog.showModal();
    });
  }
  dialog.addEventListener("close", () => {
    document.body.append(root.getElementById("tip"));
    if (home) {
      home.append(...sheet.children);
      home.style.minHeight = "";
      home = null;
    }
  });
}
