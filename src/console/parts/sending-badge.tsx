/** Whether mail of a workspace goes out: what its health says counts above what its sending domain says. */
import type { ReactNode } from 'react';
import type { WorkspaceStateFragment } from '../api/operations.ts';
import { words } from '../words.ts';
import { Badge } from './badge.tsx';
import { sendingTones } from './tones.ts';

interface SendingBadgeProps {
  readonly workspace: Pick<WorkspaceStateFragment, 'status' | 'sending'> & {
    readonly health: Pick<WorkspaceStateFragment['health'], 'state'>;
  };
}

export function SendingBadge({ workspace: { status, health, sending } }: SendingBadgeProps): ReactNode {
  if (status === 'suspended') return <Badge tone="bad">{words.workspaces.suspended}</Badge>;
  if (health.state === 'paused') return <Badge tone="bad">{words.sendingStates.waiting}</Badge>;
  return <Badge tone={sendingTones[sending.state]}>{words.sendingStates[sending.state]}</Badge>;
}
