// Icons as SVG, 24 units wide, drawn with the colour of the text.

import { svg } from "./dom.js";

const PATHS = {
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 12",
  redo: "m15 7 5 5-5 5M20 12H10a6 6 0 0 0 0 12",
  try: "M6 3v12M6 15a3 3 0 1 0 0 6 3 3 0 0 0 0-6M18 3a3 3 0 1 0 0 6 3 3 0 0 0 0-6M18 9c0 5-4 6-9 6.5",
  keep: "m5 13 4.5 4.5L19 7",
  drop: "M6 6l12 12M18 6 6 18",
  check: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M8 12.2l2.8 2.8L16 9.5",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.7.6.6 1.2.6 2.2h6c0-1-.1-1.6.6-2.2A6 6 0 0 0 12 3",
  new: "M12 5v14M5 12h14",
  open: "M3 7a2 2 0 0 1 2-2h4l2 2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z",
  share: "M18 3a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M6 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M18 16a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M8.2 10.8l7.6-4.1M8.2 13.2l7.6 4.1",
  export: "M12 4v11M7.5 10.5 12 15l4.5-4.5M4 20h16",
  explain: "M5 6h3M5 12h3M5 18h3M11 6h8M11 12h8M11 18h8",
  clauses: "M8 5c-3 0-3 2-3 3.5S5 12 3 12c2 0 2 2 2 3.5S5 19 8 19M16 5c3 0 3 2 3 3.5s0 3.5 2 3.5c-2 0-2 2-2 3.5s0 3.5-3 3.5M12 9v6M9.5 12h5",
  "clear-marks": "m4 15 8-9 7 6-6.5 7.5H8zM4 20h16",
  restart: "M5 4v5h5M5.5 9A8 8 0 1 1 4 13",
  solve: "M12 3l2.6 5.6 6.1.8-4.5 4.2 1.2 6.1L12 16.7l-5.4 3 1.2-6.1-4.5-4.2 6.1-.8z",
  "zoom-in": "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l4.5 4.5M8 11h6M11 8v6",
  "zoom-out": "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l4.5 4.5M8 11h6",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4M9 14.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4",
  statistics: "M5 20V11M12 20V4M19 20v-6M3 20h18",
  pause: "M8 5v14M16 5v14",
  play: "M7 5v14l12-7z",
  close: "M6 6l12 12M18 6 6 18",
  send: "M4 12h15M13 6l6 6-6 6",
  theme: "M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9",
  help: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.4-1 .9-1 1.9M12 16.6v.4",
  menu: "M4 7h16M4 12h16M4 17h16",
  first: "M6 5v14M18 6l-8 6 8 6z",
  last: "M18 5v14M6 6l8 6-8 6z",
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  larger: "M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7",
  copy: "M9 9h10v10H9zM5 15V5h10",
  print: "M7 9V4h10v5M7 18H4V9h16v9h-3M7 14h10v6H7z",
};

/** The icon with this name; a dot if there is none. */
export function icon(name) {
  // Undo and redo are drawn lower in the square.
  const viewBox = name === "undo" || name === "redo" ? "0 3 24 24" : "0 0 24 24";
  const path = svg("path", { d: PATHS[name] ?? "M12 10.5v3M10.5 12h3" });
  return svg("svg", { class: "icon", viewBox, "aria-hidden": "true", focusable: "false" }, path);
}

/** Whether there is an icon with this name. */
export const hasIcon = (name) => name in PATHS;
