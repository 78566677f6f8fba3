/** Where the focus was before a dialog, and returns to when it closes. */
import { useRef } from 'react';

interface FocusKept {
  readonly onOpenAutoFocus: () => void;
  readonly onCloseAutoFocus: (event: Event) => void;
}

/**
 * Handlers of a dialog's content. The dialogs have no trigger of their own: a page opens them. The focus returns to what
 * had it; where a menu offered the dialog, to the button of the menu; where neither is there any longer, to the page.
 */
export function useOpener(): FocusKept {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus() {
      const active = document.activeElement;
      const menu = active?.closest('[role=menu]')?.getAttribute('aria-labelledby');
      opener.current = menu ? document.getElementById(menu) : active;
    },
    onCloseAutoFocus(event) {
      event.preventDefault();
      const { current } = opener;
      const target = current?.isConnected && current !== document.body ? current : document.getElementById('content');
      if (target instanceof HTMLElement) target.focus();
    },
  };
}
