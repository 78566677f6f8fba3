/** Whether what is shown changes by itself. */
import { type ReactNode, use } from 'react';
import { Away } from '../api/use-away.ts';
import { words } from '../words.ts';

const text = words.live;

/** `isFollowed`: whether a stream of changes is open; a browser may not hear that it is cut. Else it is read again. */
export function LiveSign({ isFollowed }: { readonly isFollowed: boolean }): ReactNode {
  const isAway = use(Away);
  const state = isAway ? 'away' : isFollowed ? 'live' : 'read';
  return (
    <span className="live" data-state={state} title={text.hints[state]}>
      {text.states[state]}
    </span>
  );
}
