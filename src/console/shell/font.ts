/**
 * The console's own font comes after the first contents: at a first visit its 48 kB would take the place of the rows
 * (docs/rules.md#console-font). A browser that has it already begins with it.
 */
import { firstContents } from '../parts/lazy/first-contents.ts';

const storageKey = 'tidings-font';
const font = '14px "Inter Variable"';

export function showFont(): void {
  if (localStorage.getItem(storageKey) === 'kept') {
    applyFont();
    return;
  }
  void firstContents().then(loadFont);
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
