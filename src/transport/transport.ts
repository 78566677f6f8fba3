/** The one interface of all ways out for mail. */
import type { MailFacts } from './mail/mail-facts.ts';

export interface OutgoingMail {
  readonly envelope: { readonly from: string; readonly to: string };
  /** The raw mail: signed, CRLF throughout. */
  readonly pieces: readonly Buffer[];
  /** For the local inbox; every other transport leaves them out. */
  readonly facts?: MailFacts | null;
}

/** What a reply is about. */
export type ReplyCategory = 'recipient' | 'policy' | 'content' | 'size' | 'temporary' | 'infrastructure';

/** Why a mail was never offered at `DATA` (decisions, section 7). */
export type RefusalReason = 'recipient_invalid' | 'message_too_large' | 'transport_refused';

export interface DeliveryResult {
  /**
   * `relayed`: the relay took it and promised a delivery report. `temporary`: worth another try. `bounced`: the other
   * side refused it for good. `failed`: it could not be offered.
   */
  readonly outcome: 'delivered' | 'relayed' | 'temporary' | 'bounced' | 'failed';
  readonly bounce: 'hard' | 'soft' | null;
  /** With `failed` alone. */
  readonly reason: RefusalReason | null;
  /** Null when it was taken. */
  readonly category: ReplyCategory | null;
  /** The mailbox is full or inactive: what counts towards a suppression, refused for good or not (decisions, section 6). */
  readonly mailboxFault: boolean;
  /** Who says that it was delivered: the recipient's exchanger, or a relay. */
  readonly evidence: 'exchanger' | 'relay' | null;
  /** Host that was asked. */
  readonly exchanger: string | null;
  /** Such as `TLSv1.3`; null: in the clear, or no connection. */
  readonly tlsVersion: string | null;
  readonly replyCode: number | null;
  /** Such as `5.1.1` (RFC 3463). */
  readonly enhancedCode: string | null;
  /** In one line, addresses redacted, at most 500 characters. */
  readonly reply: string | null;
  readonly durationMs: number;
}

export interface Transport {
  readonly name: 'smtp' | 'capture' | 'mx';
  /**
   * Which exchangers a domain's mail goes to, as one word: mail of one lane shares its exchangers, and their slowness.
   * Null where all mail goes the same way. Never throws.
   */
  readonly laneOf: ((domain: string) => Promise<string>) | null;
  /** One attempt. Never throws for what the network or the other side did. */
  deliver(mail: OutgoingMail): Promise<DeliveryResult>;
  /** Waits for the attempts under way, then closes every connection. */
  close(): Promise<void>;
}
