// The chosen theme, set before the page is painted: a page that turned dark a moment later would flash.
// page.js changes it; the key is that of storage.js.
(() => {
  try {
    const theme = JSON.parse(localStorage.getItem("satplay:theme"));
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is switched off, or another program wrote there: the theme of the system is right.
  }
})();
