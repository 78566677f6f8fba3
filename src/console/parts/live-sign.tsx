/** Whether what is shown changes by itself. */
import { type ReactNode, use } from 'react';
import { Away } from '../api/use-away.ts';
import { words } from '../words.ts';

const text = words.live;

/** `isFollowed`: whether a stream of changes is open; a browser may not hear that it is cut. */
export function LiveSign({ isFollowed }: { readonly isFollowed: boolean }): ReactNode {
  const isAway = use(Away);
  const isLive = isFollowed && !isAway;
  return (
    <span className="live" data-state={isLive ? 'live' : 'read'} title={isLive ? text.liveHint : text.notLiveHint}>
      {isLive ? text.live : text.notLive}
    </span>
  );
}
