/** The keys of the console, as this keyboard names them, and whether single keys do something. */

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

export const findKeys = isMac ? '⌘K' : 'Ctrl K';

const storageKey = 'tidings-single-keys';

/** Readers who speak to their browser switch single keys off: a spoken word would press them (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off';
}

export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
}
