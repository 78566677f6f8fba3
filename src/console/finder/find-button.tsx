import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { words } from '../words.ts';
import { preloadFinder } from './finder.tsx';
import { findKeys } from './key-names.ts';

/** Opens the search; its key says so. */
export function FindButton({ onOpen }: { readonly onOpen: () => void }): ReactNode {
  return (
    <button
      type="button"
      className="find"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
      onMouseEnter={preloadFinder}
      onFocus={preloadFinder}
    >
      <Search size={15} aria-hidden />
      <span>{words.nav.find}</span>
      <kbd aria-hidden>{findKeys}</kbd>
    </button>
  );
}
