/**
 * Whether the service has stopped answering what the page reads; once it answers again, that is read again
 * (docs/rules.md#console-without-an-answer).
 */
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useEffect, useState } from 'react';
import { deployedVersion } from './deployed-version.ts';
import { faultOf } from './fault.ts';

/** Milliseconds between two looks at a service that does not answer. */
const lookEvery = 3_000;

const isUnanswered = (error: unknown) => error !== null && faultOf(error).code === 'offline';

/** Whether the service is away, for the parts of a page. */
export const Away = createContext(false);

export function useAway(): boolean {
  const client = useQueryClient();
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const cache = client.getQueryCache();
    return cache.subscribe((event) => {
      if (event.type !== 'updated') return;
      const { action } = event;
      if (action.type === 'error' && isUnanswered(action.error)) setAway(true);
      if (action.type !== 'success') return;
      // One answer says that the service is back; what else the page reads comes with the next look.
      setAway(cache.getAll().some((query) => query.isActive() && isUnanswered(query.state.error)));
    });
  }, [client]);
  useEffect(() => {
    if (!isAway) return;
    const look = async () => {
      // Asked first: a part that has nothing to show would otherwise change between an error and its waiting.
      if (document.visibilityState !== 'visible' || (await deployedVersion()) === 'away') return;
      await client.refetchQueries({ type: 'active', predicate: ({ state }) => isUnanswered(state.error) });
    };
    const timer = setInterval(() => void look(), lookEvery);
    return () => clearInterval(timer);
  }, [client, isAway]);
  return isAway;
}
