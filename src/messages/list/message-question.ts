import type { ListWork } from '../../db/lists/list-work.ts';
import type { Keyset } from '../../ground/lists/keyset.ts';
import type { WantedValues } from '../../ground/lists/list-filters.ts';
import type { MessageEnums, messageFilters } from './message-filters.ts';

/** Values that the messages of a list have; null and absent: any. `states`: several states; null with one or any. */
export type WantedMessage = Partial<WantedValues<typeof messageFilters, MessageEnums>>;

export interface MessageQuestion extends WantedMessage {
  readonly platformId: string;
  /** The workspaces whose messages are listed; null: all of the platform, which are too many to be read one by one. */
  readonly workspaceIds: readonly string[] | null;
  readonly now: Date;
  readonly page: Keyset;
  readonly work?: ListWork;
}
