/** Applies the reader's choice of light or dark before anything is painted. */
const chosen = localStorage.getItem('theme');
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
