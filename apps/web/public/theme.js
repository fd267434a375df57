// Runs before the first paint, so that the page does not flash in the wrong theme.
(() => {
  const chosen = localStorage.getItem("roo.theme") ?? "system";
  const isDark = chosen === "dark" || (chosen === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
})();
