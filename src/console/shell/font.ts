/**
 * The console's own font comes after the first contents: at a first visit its 48 kB would take the place of the rows
 * (docs/rules.md#console-font). A browser that has it already begins with it.
 */

const storageKey = 'tidings-font';
/** How often it is looked whether the first contents are there; milliseconds. */
const lookEvery = 250;
const font = '14px "Inter Variable"';

export function showFont(): void {
  if (localStorage.getItem(storageKey) === 'kept') {
    applyFont();
    return;
  }
  const timer = setInterval(() => {
    if (!hasContents()) return;
    clearInterval(timer);
    void loadFont();
  }, lookEvery);
}

/** Whether a page is there, and nothing on it waits for data. */
function hasContents(): boolean {
  return document.querySelector('h1') !== null && document.querySelector('.skeleton, .first-frame') === null;
}

async function loadFont(): Promise<void> {
  const faces = await document.fonts.load(font).catch(() => []);
  // Without it the fonts of the machine stay; the next visit tries again.
  if (faces.length === 0) return;
  localStorage.setItem(storageKey, 'kept');
  applyFont();
}

function applyFont(): void {
  document.documentElement.dataset.font = 'own';
}
