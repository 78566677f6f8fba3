/** JSON to read. */
import type { ReactNode } from 'react';
import { words } from '../../words.ts';
import { CopyButton } from '../copy.tsx';

export function JsonView({ value, what }: { readonly value: unknown; readonly what: string }): ReactNode {
  const text = JSON.stringify(value, null, 2);
  return (
    <div className="json-view">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard. */}
      <pre tabIndex={0} aria-label={`${what}, ${words.common.json}`} role="region">
        {text}
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  );
}
