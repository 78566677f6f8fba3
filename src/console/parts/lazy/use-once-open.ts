/** For a dialog in a file of its own: from its first opening on it stays in the page, so that it can close by itself. */
import { useState } from 'react';

/** Returns whether it is open, or was before. */
export function useOnceOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return isOpen || wasOpen;
}
