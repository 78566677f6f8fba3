import type { SendingDomainStatus, WorkspaceStatus } from '../../prisma/generated/client.ts';
import type { Config } from '../config.ts';
import { isSendable } from '../sending-domain/sendable.ts';

export interface SendingState {
  readonly state: 'ready' | 'waiting' | 'blocked';
  readonly reason: 'suspended' | 'no_identity' | 'identity_not_sendable' | null;
}

/** Whether a workspace can send, and what keeps it from it (contract, Workspace). */
export function sendingState(
  config: Config,
  status: WorkspaceStatus,
  domain: { readonly domain: string; readonly status: SendingDomainStatus } | null,
): SendingState {
  if (status === 'suspended') return { state: 'blocked', reason: 'suspended' };
  if (domain === null) return { state: 'blocked', reason: 'no_identity' };
  if (!isSendable(config, domain)) return { state: 'blocked', reason: 'identity_not_sendable' };
  return { state: 'ready', reason: null };
}
