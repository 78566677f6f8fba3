/** What one queued mail of a list waits for, in a few words, and until when. */
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { words } from '../../words.ts';
import { InWords } from '../when.tsx';
import type { MailWaits } from './use-mail-waits.ts';

export function MailWait({ waits, id }: { readonly waits: MailWaits; readonly id: string }): ReactNode {
  useEffect(() => waits.want(id), [waits, id]);
  const wait = useSyncExternalStore(waits.subscribe, () => waits.of(id));
  if (!wait) return null;
  const said = words.listWaits[wait.kind];
  return (
    <span className="hint wait-words" title={words.waitKinds[wait.kind]}>
      {said}
      {wait.until && (
        <>
          {`, ${words.messages.goesOn} `}
          <InWords at={wait.until} />
        </>
      )}
    </span>
  );
}
