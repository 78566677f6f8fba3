/** Whether what is shown changes by itself. */
import type { ReactNode } from 'react';
import { words } from '../words.ts';

const text = words.live;

export function LiveSign({ isLive }: { readonly isLive: boolean }): ReactNode {
  return (
    <span className="live" data-state={isLive ? 'live' : 'read'} title={isLive ? text.liveHint : text.notLiveHint}>
      {isLive ? text.live : text.notLive}
    </span>
  );
}
