/** Code to read and to copy. */
import type { ReactNode } from 'react';
import { CopyButton } from '../copy.tsx';
import { TallText } from './tall-text.tsx';

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
      <TallText text={text} label={label} />
      <CopyButton text={text} what={what} />
    </div>
  );
}
