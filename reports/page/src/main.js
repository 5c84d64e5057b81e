// What a page gains where scripts run; without one it is read as it is.
import { pickRows } from "./legend.js";
import { enlargePictures } from "./enlarge.js";
import { openForPrint } from "./print.js";
import { savePictures } from "./save.js";
import { sortTables } from "./sort.js";
import { hideOnEscape, tellPoints } from "./tip.js";

document.documentElement.classList.add("scripted");
for (const tools of document.querySelectorAll(".tools")) {
  tools.hidden = false;
}
sortTables(document);
for (const svg of document.querySelectorAll(".picture svg")) {
  svg.setAttribute("role", "group"); // its points and its legend can be reached now
  tellPoints(svg);
  pickRows(svg); // behind it: a row is named by its text without what its <title> said
}
hideOnEscape(document);
savePictures(document);
enlargePictures(document);
openForPrint(window);
