/**
 * A button that is there at once, while the menu or the dialog that it opens is a file of its own: it is loaded after the
 * first contents, or with the first press that comes before (docs/rules.md#console-first-rows).
 */
import {
  type ButtonHTMLAttributes,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useState,
} from 'react';
import type { Preloaded } from '../lazy/lazy-part.tsx';

/** What the loaded part opens with. */
export interface Opened {
  /** The button, which the part has from now on. */
  readonly button: ReactElement;
  /** Whether a key opened it: then the first line of a menu has the focus. */
  readonly byKey: boolean;
}

interface OnDemandProps {
  readonly button: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  readonly opens: 'menu' | 'dialog';
  /** What `children` shows. */
  readonly part: Preloaded;
  readonly children: (opened: Opened) => ReactNode;
}

export function OnDemand({ button, opens, part, children }: OnDemandProps): ReactNode {
  const [openedBy, setOpenedBy] = useState<'key' | 'pointer' | null>(null);
  if (openedBy !== null) return children({ button, byKey: openedBy === 'key' });
  const load = () => void part.preload();
  const open = (by: 'key' | 'pointer') => {
    // At once, where it is there: the next key is for it already.
    if (part.isLoaded()) setOpenedBy(by);
    else void part.preload().then(() => setOpenedBy(by));
  };
  return cloneElement(button, {
    'aria-haspopup': opens,
    'aria-expanded': false,
    onPointerEnter: load,
    onFocus: load,
    // A click that a key makes counts no press of a button.
    onClick: ({ detail }) => open(detail === 0 ? 'key' : 'pointer'),
    onKeyDown: (event: KeyboardEvent) => {
      if (opens !== 'menu' || event.key !== 'ArrowDown') return;
      event.preventDefault();
      open('key');
    },
  });
}
