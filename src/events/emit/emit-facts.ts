import type { ContactStatus, SendingDomainStatus, WorkspaceStatus } from '../../../prisma/generated/client.ts';
import type { ContactTopics } from '../../topics/contact-topics.ts';
import type { EmitRecord } from '../emit-record.ts';

/**
 * The database's facts about one emit, with the versions of their rows (row-versions.ts), which the write compares again:
 * if a row changed in between, the emit is decided again (docs/rules.md#writes-of-emits).
 */
export interface EmitFacts {
  /** Whether the API key of the request was revoked or has expired, or its platform is suspended. */
  readonly keyEnded: boolean;
  /** Null: the workspace does not exist for the key. */
  readonly workspaceId: string | null;
  readonly workspaceVersion: number | null;
  readonly workspaceStatus: WorkspaceStatus;
  readonly workspaceName: string;
  readonly timezone: string;
  readonly workspaceLocale: string;
  readonly keyBodyHash: Buffer | null;
  readonly keyAnswer: EmitRecord | null;
  readonly domainId: string | null;
  readonly domainVersion: string | null;
  readonly domain: string | null;
  readonly domainStatus: SendingDomainStatus | null;
  /** Whether answers to its mail reach the service; null: the platform wants none. */
  readonly takesReplies: boolean | null;
  readonly eventTypeId: string | null;
  readonly eventTypeRowVersion: number | null;
  readonly eventTypeVersion: number;
  /** Days for which the content is kept (docs/rules.md#content-days); null: as long as any. */
  readonly contentDays: number | null;
  /** Key of the topic of its mail; null: transactional mail. */
  readonly topic: string | null;
  readonly templateVersionId: string | null;
  /** The platform's brand; null: none. A workspace's own would stand here. */
  readonly brandVersion: number | null;
  /** The layout of the template, which changes with the row of the event type; null: none. */
  readonly layoutVersion: number | null;
  readonly contactId: string | null;
  readonly contactVersion: string | null;
  readonly contactReference: string | null;
  readonly contactEmail: string | null;
  readonly contactLocale: string | null;
  readonly contactAddressHash: Buffer | null;
  readonly contactStatus: ContactStatus | null;
  readonly contactTopics: ContactTopics | null;
  /** Whether the contact has consented to open tracking. */
  readonly contactPixelConsent: boolean;
  readonly attributes: Readonly<Record<string, unknown>> | null;
  /** Whether a block on the address withholds the mail: of all email, or of marketing where the type has a topic. */
  readonly suppressed: boolean;
  /** When the address had its latest emits; older than an hour they do not count. */
  readonly recent: readonly Date[];
}
