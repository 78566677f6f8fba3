/** The names that merge tags may read, except items of repeats. */
import type { EventField } from '../document/template.ts';

export interface Known {
  readonly fields: readonly EventField[];
  readonly attributes: readonly string[];
  /** Names of layouts; absent where it is not known which there are. */
  readonly layouts?: readonly string[];
  /** Whether the text stands in mails of every event type, as a layout does (docs/rules.md#variables-of-a-layout). */
  readonly everyType?: boolean;
}

export const CONTACT_NAMES = ['email', 'reference'];
export const SYSTEM_NAMES = ['workspace_name', 'unsubscribe_url', 'current_year', 'sent_on'];
