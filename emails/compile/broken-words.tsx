/** Constants of a narrow place, where long words alone break (docs/rules.md#width-of-a-mail). */
import { Fragment, type ReactNode } from 'react';
import { hasLongWord } from '../language/long-words.ts';
import type { BoundTag } from './pieces.ts';

export function isLongWord(part: string | BoundTag | undefined): boolean {
  return typeof part === 'string' && hasLongWord(part);
}

export function brokenIf(breaks: boolean, key: number, text: string): ReactNode {
  return breaks ? (
    <span key={key} style={{ wordBreak: 'break-word' }}>
      {text}
    </span>
  ) : (
    <Fragment key={key}>{text}</Fragment>
  );
}
