import type { BounceKind, DeliveryEvidence } from '../../../prisma/generated/client.ts';
import type { WithheldReason } from '../../topics/topic-consent.ts';
import type { ClaimedMessage } from '../claims/claimed-message.ts';
import type { FailureReason } from './failure-reasons.ts';

/** The state in which an attempt leaves its message. */
export type Ending =
  | {
      readonly state: 'delivered';
      readonly evidence: DeliveryEvidence;
      readonly complained?: boolean;
      /** Id of the answer that the simulator writes. */
      readonly replyId?: string;
    }
  | { readonly state: 'sent' }
  | { readonly state: 'bounced'; readonly bounce: BounceKind }
  | { readonly state: 'failed'; readonly reason: FailureReason }
  /** No attempt was made: the address was blocked while the message waited, or the contact left its topic. */
  | { readonly state: 'suppressed'; readonly withheld?: WithheldReason }
  /** Played by the simulator alone: real mail expires by time. */
  | { readonly state: 'expired' }
  /** With `dueAt` null no attempt was made: the message is due as before, and no attempt is counted. */
  | { readonly state: 'queued'; readonly dueAt: Date | null }
  /** No attempt was made or is counted: its exchangers take no mail before `dueAt` (src/transport/mx/exchanger-wait.ts). */
  | { readonly state: 'queued'; readonly dueAt: Date; readonly waitsFor: string };

/** The recorded facts of the attempt; null when no server was contacted. */
export interface AttemptTrace {
  readonly at: Date;
  readonly durationMs: number;
  readonly transport: string;
  readonly outcome: 'delivered' | 'relayed' | 'temporary' | 'bounced' | 'failed';
  readonly exchanger: string | null;
  readonly tlsVersion: string | null;
  readonly category: string | null;
  readonly replyCode: number | null;
  readonly enhancedCode: string | null;
  readonly reply: string | null;
}

export interface MessageOutcome {
  readonly message: ClaimedMessage;
  readonly ending: Ending;
  readonly trace: AttemptTrace | null;
  /** The mailbox was full or inactive. */
  readonly mailboxFault: boolean;
  readonly at: Date;
}
