// Paper cannot be opened: what is closed is opened for it, but for the licences.
export function openForPrint(target) {
  let opened = [];
  target.addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open]):not(.licences)")];
    opened.forEach((one) => (one.open = true));
  });
  target.addEventListener("afterprint", () => {
    opened.forEach((one) => (one.open = false));
    opened = [];
  });
}
