// Runs before the first paint, so that a chosen theme never flashes.
try {
  const theme = localStorage.getItem("loci.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be switched off; the system's theme holds then.
}
