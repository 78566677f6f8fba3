import type { SendingDomainStatus, Simulation } from '../../prisma/generated/client.ts';
import type { MessageValues } from './message-values.ts';

/** How long a claimed message is ours without a sign of life; milliseconds. Renewed while its attempt runs. */
export const leaseTime = 10_000;

/** A message whose attempt is ours, with all that sending it takes. */
export interface ClaimedMessage {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly id: string;
  readonly attemptNumber: number;
  /** Attempts before this one that ended without an outcome. */
  readonly lostLeases: number;
  readonly simulation: Simulation | null;
  readonly recipient: string;
  /** In lower case, as the database has it. */
  readonly recipientDomain: string;
  readonly addressHash: Buffer;
  readonly contactId: string | null;
  readonly sendingDomainId: string | null;
  readonly templateVersionId: string;
  readonly locale: string;
  readonly timezone: string;
  readonly values: MessageValues;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly eventTypeId: string;
  readonly eventTypeVersion: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly workspaceDeleted: boolean;
  readonly workspaceTimezone: string;
  /** The day whose cap it was set aside from, `2026-03-29`; null where no cap holds. */
  readonly reservedDay: string | null;
  /** Bytes of the message's files; null: the message has none. */
  readonly fileBytes: number | null;
  /** Whether its contact agreed to open tracking. */
  readonly pixelConsent: boolean;
  /** Whether all mail to the address is blocked; never asked for simulated mail. */
  readonly suppressed: boolean;
  readonly domainId: string | null;
  readonly domain: string | null;
  readonly domainStatus: SendingDomainStatus | null;
  readonly dkimSelector: string | null;
  readonly dkimKeySealed: Buffer | null;
}
