import type { SendingDomainStatus, Simulation } from '../../../prisma/generated/client.ts';
import type { MessageValues } from '../../templates/fixed-content.ts';

/** A message that this process holds, with the data for sending it. */
export interface ClaimedMessage {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly id: string;
  readonly attemptNumber: number;
  /** Earlier attempts in a row that ended without an outcome. */
  readonly lostLeases: number;
  readonly simulation: Simulation | null;
  readonly recipient: string;
  /** In lower case, as in the database. */
  readonly recipientDomain: string;
  readonly addressHash: Buffer;
  readonly contactId: string | null;
  /** The message whose mail this is a copy of (docs/rules.md#copies); null: it is no copy. */
  readonly primaryId: string | null;
  readonly sendingDomainId: string | null;
  readonly templateVersionId: string;
  /** The brand at the emit; null: none. */
  readonly brandVersion: number | null;
  /** The layout of the template at the emit; null: none. */
  readonly layoutVersion: number | null;
  readonly locale: string;
  readonly timezone: string;
  readonly values: MessageValues;
  readonly payload: Readonly<Record<string, unknown>>;
  /** 0: nothing of the content may be logged (docs/rules.md#content-days). */
  readonly contentDays: number | null;
  /** Key of its topic; null: transactional mail. */
  readonly topic: string | null;
  /** Why the contact does not get the mail of the topic now (src/topics/topic-consent.ts): a reason, or none. */
  readonly withheld: string | null;
  readonly eventTypeId: string;
  readonly eventTypeVersion: number;
  /** When it was to leave: at its emit, or at its `send_at`. */
  readonly begunAt: Date;
  readonly expiresAt: Date;
  readonly workspaceDeleted: boolean;
  readonly workspaceTimezone: string;
  /** Bytes of the message's files; null: the message has none. */
  readonly fileBytes: number | null;
  /** Whether the contact has consented to open tracking. */
  readonly pixelConsent: boolean;
  /** Whether a block on the address withholds the mail; always false for simulated mail. */
  readonly suppressed: boolean;
  /** Of the span of its emit; null: it is not traced. */
  readonly trace: Buffer | null;
  readonly domainId: string | null;
  readonly domain: string | null;
  readonly domainStatus: SendingDomainStatus | null;
  readonly dkimSelector: string | null;
  readonly dkimKeySealed: Buffer | null;
}
