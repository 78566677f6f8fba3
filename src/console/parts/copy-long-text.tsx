/** A text that may be long, with its button: on a narrow screen its begin, until the reader wants all. */
import { type ReactNode, useState } from 'react';
import { words } from '../words.ts';
import { Button } from './button.tsx';
import { CopyText } from './copy.tsx';

/** Signs of a text that takes few lines of a phone. */
const shortMost = 120;

interface LongTextProps {
  readonly text: string;
  /** What the text is, for the name of the button. */
  readonly what: string;
}

export function CopyLongText({ text, what }: LongTextProps): ReactNode {
  const [isWhole, setWhole] = useState(false);
  if (text.length <= shortMost) return <CopyText text={text} what={what} />;
  return (
    <span className="long-text" data-whole={isWhole || undefined}>
      <CopyText text={text} what={what} />
      <Button kind="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {isWhole ? words.common.showLess : words.common.showAll}
      </Button>
    </span>
  );
}
