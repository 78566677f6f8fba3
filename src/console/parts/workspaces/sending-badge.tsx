/** Whether mail of a workspace goes out: a pause or a used day cap counts above what its sending domain says. */
import type { ReactNode } from 'react';
import type { WorkspaceStateFragment } from '../../api/operations.ts';
import { words } from '../../words.ts';
import { Badge } from '../badge.tsx';
import { sendingTones } from '../tones.ts';

interface SendingBadgeProps {
  readonly workspace: Pick<WorkspaceStateFragment, 'status' | 'sending' | 'waitingFor'>;
}

export function SendingBadge({ workspace: { status, waitingFor, sending } }: SendingBadgeProps): ReactNode {
  if (status === 'suspended') return <Badge tone="bad">{words.workspaces.suspended}</Badge>;
  if (waitingFor && sending.state !== 'blocked') {
    return <Badge tone={waitingFor.kind === 'paused' ? 'bad' : 'warn'}>{words.sendingStates.waiting}</Badge>;
  }
  return <Badge tone={sendingTones[sending.state]}>{words.sendingStates[sending.state]}</Badge>;
}
