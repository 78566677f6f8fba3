import type { SendingDomain, WorkspaceStatus } from '../../prisma/generated/client.ts';
import type { Config } from '../ground/config/config.ts';
import { isSendable, settledBefore } from '../sending-domain/sendable.ts';

export interface SendingState {
  readonly state: 'ready' | 'waiting' | 'blocked';
  readonly reason: 'suspended' | 'no_identity' | 'identity_not_sendable' | null;
}

/** Whether a workspace can send, and what prevents it (docs/rules.md#sending-state). */
export function sendingState(
  config: Config,
  status: WorkspaceStatus,
  domain: Pick<SendingDomain, 'domain' | 'status' | 'verifiedAt'> | null,
  now: Date,
): SendingState {
  if (status === 'suspended') return { state: 'blocked', reason: 'suspended' };
  if (domain === null) return { state: 'blocked', reason: 'no_identity' };
  if (!isSendable(config, domain)) return { state: 'blocked', reason: 'identity_not_sendable' };
  const settling = domain.verifiedAt !== null && domain.verifiedAt > settledBefore(config, now);
  return { state: settling ? 'waiting' : 'ready', reason: null };
}
