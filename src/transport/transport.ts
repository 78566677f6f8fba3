/** The interface of all transports of mail. */
import type { MailFacts } from './mail/mail-facts.ts';
import type { ExchangerWait } from './mx/exchanger-wait.ts';
import type { SharedPace } from './mx/shared-pace.ts';

export interface OutgoingMail {
  /** Whose mail it is, such as a workspace's id: parties take turns where mails wait for a session. */
  readonly party: string;
  readonly envelope: { readonly from: string; readonly to: string };
  /** The raw mail: signed, CRLF throughout. */
  readonly pieces: readonly Buffer[];
  /** How long the mail has been tried; milliseconds. Absent at the first attempt. */
  readonly retriedForMs?: number;
  /** For the local inbox; other transports leave the facts out. */
  readonly facts?: MailFacts | null;
  /**
   * Asked before each of `MAIL`, `RCPT`, `DATA` and the end of the mail that is sent by itself: whether the mail may still
   * go out. Never rejects. Without it, always.
   */
  readonly mayGoOn?: (step: SendingStep) => boolean | Promise<boolean>;
}

/** What a mail does next: `begin` with `MAIL`, or go on with what follows. */
export type SendingStep = 'begin' | 'go on';

/** The subject of a reply. */
export type ReplyCategory = 'recipient' | 'sender' | 'policy' | 'content' | 'size' | 'temporary' | 'infrastructure';

/** Why a mail was never offered at `DATA` (docs/rules.md#failure-reasons). */
export type RefusalReason = 'recipient_invalid' | 'message_too_large' | 'transport_refused';

export interface DeliveryResult {
  /**
   * `relayed`: the relay accepted the mail and promised a delivery report. `temporary`: a retry can succeed. `bounced`:
   * the other side rejected the mail for good. `failed`: the mail could not be offered. `withdrawn`: `mayGoOn` said no, and
   * the other side has not got the mail.
   */
  readonly outcome: 'delivered' | 'relayed' | 'temporary' | 'bounced' | 'failed' | 'withdrawn';
  readonly bounce: 'hard' | 'soft' | null;
  /** With `failed` alone. */
  readonly reason: RefusalReason | null;
  /** Null for accepted mail. */
  readonly category: ReplyCategory | null;
  /**
   * The mailbox is full or inactive, which counts towards a suppression whether the rejection is permanent or not
   * (docs/rules.md#mailbox-faults).
   */
  readonly mailboxFault: boolean;
  /** The side that confirmed the delivery: the recipient's exchanger, or a relay. */
  readonly evidence: 'exchanger' | 'relay' | null;
  /** The contacted host. */
  readonly exchanger: string | null;
  /** Such as `TLSv1.3`; null: unencrypted, or no connection. */
  readonly tlsVersion: string | null;
  readonly replyCode: number | null;
  /** Such as `5.1.1` (RFC 3463). */
  readonly enhancedCode: string | null;
  /** In one line, addresses redacted, at most 500 characters. */
  readonly reply: string | null;
  readonly durationMs: number;
  /** Set where no exchanger was asked, as all of them take no mail now: there was no attempt. */
  readonly wait?: ExchangerWait;
}

export interface Transport {
  readonly name: 'smtp' | 'capture' | 'mx';
  /**
   * Returns the exchangers of a domain's mail as one word: mail of one lane shares its exchangers, and their slowness.
   * Null where all mail goes the same way. Never throws.
   */
  readonly laneOf: ((domain: string) => Promise<string>) | null;
  /**
   * The result that a mail would get, while the server is known to be down: no mail need be made for it. Null: the
   * server has to be asked. Null throughout where mail goes to many servers.
   */
  readonly outage: ((recipient: string) => DeliveryResult | null) | null;
  /** What was learned of the exchangers, which the sending processes share. Absent where mail goes to none. */
  readonly pace?: SharedPace;
  /** Makes one attempt. Never throws for errors of the network or the other side. */
  deliver(mail: OutgoingMail): Promise<DeliveryResult>;
  /** Waits for the attempts under way, then closes every connection. */
  close(): Promise<void>;
}
