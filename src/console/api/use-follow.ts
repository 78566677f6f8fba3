/** Follows a subscription while the page is seen, and resumes it after its cursor. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Document } from './ask.ts';
import { faultOf } from './fault.ts';
import { follow } from './follow.ts';
import { lookForEnd } from './query-client.ts';
import { usePlatform } from './use-ask.ts';

/** Milliseconds before a stream that ended is opened again: the first time, and at most. */
const pauses = { first: 500, longest: 30_000 } as const;
/** Another request would end in the same way. */
const lasting = new Set(['forbidden', 'not_found', 'unauthenticated']);

interface FollowTerms<Data> {
  readonly enabled?: boolean;
  readonly cursorOf: (data: Data) => string | undefined;
  /** `isStart`: the stream begins here; changes before it may have been missed. */
  readonly onEvent: (data: Data, isStart: boolean) => void;
}

/** Returns whether events arrive; without them a page reads again from time to time. */
export function useFollow<Data, Variables extends { readonly after?: string | null | undefined }>(
  document: Document<Data, Variables>,
  variables: Omit<Variables, 'after'>,
  { enabled = true, cursorOf, onEvent }: FollowTerms<Data>,
): boolean {
  const platform = usePlatform();
  const [isLive, setLive] = useState(false);
  // A stream of a hidden tab would take one of the browser's few connections to the service.
  const isSeen = useSyncExternalStore(subscribeToVisibility, () => globalThis.document.visibilityState !== 'hidden');
  const latest = useRef({ cursorOf, onEvent });
  latest.current = { cursorOf, onEvent };
  const key = JSON.stringify([platform, String(document), variables]);
  const place = useRef<{ readonly key: string; readonly after: string | null }>({ key, after: null });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` holds the document, the variables and the platform.
  useEffect(() => {
    if (!enabled || !isSeen) return;
    const stop = new AbortController();
    const { signal } = stop;
    const run = async () => {
      let pause: number = pauses.first;
      while (!signal.aborted) {
        const after = place.current.key === key ? place.current.after : null;
        let isStart = after === null;
        const code = await follow(document, { ...variables, after } as Variables, {
          platform,
          signal,
          onEvent: (data) => {
            if (signal.aborted) return;
            pause = pauses.first;
            place.current = { key, after: latest.current.cursorOf(data) ?? null };
            setLive(true);
            latest.current.onEvent(data, isStart);
            isStart = false;
          },
        }).then(
          () => null,
          (error: unknown) => {
            if (!signal.aborted) lookForEnd(error);
            return faultOf(error).code;
          },
        );
        if (signal.aborted) return;
        setLive(false);
        // The cursor is too old: the stream begins anew.
        if (code === 'validation_failed' && after !== null) place.current = { key, after: null };
        if (code !== null && lasting.has(code)) return;
        await waitFor(pause, signal);
        pause = Math.min(pause * 2, pauses.longest);
      }
    };
    void run();
    return () => {
      stop.abort();
      setLive(false);
    };
  }, [key, enabled, isSeen]);
  return isLive;
}

function subscribeToVisibility(listener: () => void): () => void {
  globalThis.document.addEventListener('visibilitychange', listener);
  return () => globalThis.document.removeEventListener('visibilitychange', listener);
}

function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
