/** The tone of each state that a badge shows. */
import type {
  ContactStatus,
  DnsRecordStatus,
  HealthState,
  MessageState,
  SendingDomainStatus,
  SendingState,
  WebhookState,
} from '../api/operations.ts';
import type { Tone } from './badge.tsx';

export const messageTones: Readonly<Record<MessageState, Tone>> = {
  scheduled: 'calm',
  queued: 'info',
  sending: 'info',
  sent: 'info',
  delivered: 'good',
  bounced: 'bad',
  complained: 'bad',
  suppressed: 'warn',
  failed: 'bad',
  expired: 'bad',
};

export const contactTones: Readonly<Record<ContactStatus, Tone>> = {
  pending: 'calm',
  subscribed: 'good',
  unsubscribed: 'warn',
};

export const healthTones: Readonly<Record<HealthState, Tone>> = {
  established: 'good',
  ramping: 'info',
  throttled: 'warn',
  paused: 'bad',
};

export const sendingTones: Readonly<Record<SendingState, Tone>> = { ready: 'good', waiting: 'warn', blocked: 'bad' };
export const webhookTones: Readonly<Record<WebhookState, Tone>> = { delivered: 'good', failed: 'bad', pending: 'info' };
export const domainTones: Readonly<Record<SendingDomainStatus, Tone>> = {
  verified: 'good',
  warning: 'warn',
  pending: 'info',
  failed: 'bad',
};
export const recordTones: Readonly<Record<DnsRecordStatus, Tone>> = {
  verified: 'good',
  mismatched: 'bad',
  missing: 'bad',
  pending: 'calm',
};
