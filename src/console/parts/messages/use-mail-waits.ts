/** What queued mails of a list wait for: asked for the rows that are seen, and anew every minute. */
import { useEffect, useMemo, useState } from 'react';
import { ask } from '../../api/ask.ts';
import { createFoundLater, type FoundLater } from '../../api/found-later.ts';
import { MailWaitsDocument, type MailWaitsQuery } from '../../api/operations.ts';
import { usePlatform } from '../../api/use-ask.ts';
import { minute } from '../durations.ts';
import { firstContents } from '../lazy/first-contents.ts';

type Found = Extract<NonNullable<NonNullable<MailWaitsQuery['nodes']>[number]>, { readonly waitingFor: unknown }>;
type ListedWait = NonNullable<Found['waitingFor']>;
export type MailWaits = FoundLater<ListedWait>;

/** Null where no row waits. */
export function useMailWaits(isNeeded: boolean): MailWaits | null {
  const platform = usePlatform();
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => setRound((last) => last + 1), minute);
    return () => clearInterval(timer);
  }, [isNeeded]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks anew.
  return useMemo(() => {
    if (!isNeeded) return null;
    return createFoundLater<ListedWait>(async (ids) => {
      const { nodes } = await ask(MailWaitsDocument, { ids }, { platform });
      return (nodes ?? []).flatMap((node) =>
        node !== null && 'waitingFor' in node ? [{ id: node.id, value: node.waitingFor ?? null }] : [],
      );
    }, firstContents());
  }, [isNeeded, platform, round]);
}
