import type { ReactNode } from 'react';
import { words } from '../words.ts';

/** The product's sign and name. */
export function Wordmark(): ReactNode {
  return (
    <span className="wordmark">
      <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M6 12.5c3.3-3.4 6.7-3.4 10 0s6.7 3.4 10 0M6 20.5c3.3-3.4 6.7-3.4 10 0s6.7 3.4 10 0" />
      </svg>
      {words.product}
    </span>
  );
}
