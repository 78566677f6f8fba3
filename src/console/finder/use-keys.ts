/** The keys that work on every page: Ctrl+K and / search, ? shows the keys, j and k move among the rows of a list. */
import { useEffect, useEffectEvent } from 'react';
import { areSingleKeysOn, isMac } from './key-names.ts';

interface Keys {
  readonly onFind: () => void;
  readonly onHelp: () => void;
}

export function useKeys({ onFind, onHelp }: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
    if (event.defaultPrevented || event.isComposing || altKey) return;
    const isFind = (isMac ? metaKey : ctrlKey) && !shiftKey && key.toLowerCase() === 'k';
    // Another dialog is finished first.
    if (isFind && (!isDialogOpen() || document.querySelector('.finder'))) return take(event, onFind);
    if (ctrlKey || metaKey || isTyped(event.target) || isDialogOpen() || !areSingleKeysOn()) return;
    if (key === '/') take(event, onFind);
    else if (key === '?') take(event, onHelp);
    else if (key === 'j' || key === 'k') take(event, () => moveInRows(key === 'j' ? 1 : -1));
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function take(event: KeyboardEvent, act: () => void): void {
  event.preventDefault();
  act();
}

/** Whether the key goes into a text, or picks in a control of its own. */
function isTyped(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select, [role="menu"], iframe') !== null;
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
}

/** Moves the focus to the link of the next or the last row; first to the topmost row that is seen. */
function moveInRows(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('.row[data-link]')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const seen = rows.findIndex((row) => row.getBoundingClientRect().top >= 0);
  const row = at === -1 ? rows[seen] : rows[at + step];
  if (!row) return;
  row.querySelector('a')?.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}
