import type { BounceKind, MessageState } from '../../../prisma/generated/client.ts';
import type { ListWork } from '../../db/list-work.ts';
import type { Keyset } from '../../ground/keyset.ts';

/** Values that the messages of a list have; null: any. */
export interface MessageFilters {
  readonly state: MessageState | null;
  /** Several states; absent with one or any. */
  readonly states?: readonly MessageState[] | null;
  readonly addressHash: Uint8Array | null;
  readonly contactId: string | null;
  readonly eventTypeId: string | null;
  readonly templateVersionId: string | null;
  readonly idempotencyKey: string | null;
  readonly bounce: BounceKind | null;
  readonly reason: string | null;
  readonly simulated: boolean | null;
}

export interface MessageQuestion extends MessageFilters {
  readonly platformId: string;
  /** The workspaces whose messages are listed; null: all of the platform, which are too many to be read one by one. */
  readonly workspaceIds: readonly string[] | null;
  readonly now: Date;
  readonly page: Keyset;
  readonly work?: ListWork;
}
