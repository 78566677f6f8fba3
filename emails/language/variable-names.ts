/** The names that merge tags may read, except items of repeats. */
import type { EventField } from '../document/template.ts';

export interface Known {
  readonly fields: readonly EventField[];
  readonly attributes: readonly string[];
}

export const CONTACT_NAMES = ['email', 'reference'];
export const SYSTEM_NAMES = ['workspace_name', 'unsubscribe_url', 'current_year', 'sent_on'];
