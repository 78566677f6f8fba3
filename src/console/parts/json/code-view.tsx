/** Code to read and to copy. */
import type { ReactNode } from 'react';
import { CopyButton } from '../copy.tsx';

interface CodeViewProps {
  readonly text: string;
  /** Names the box. */
  readonly label: string;
  /** What is copied. */
  readonly what: string;
}

export function CodeView({ text, label, what }: CodeViewProps): ReactNode {
  return (
    <div className="json-view">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard. */}
      <pre tabIndex={0} aria-label={label} role="region">
        {text}
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  );
}
