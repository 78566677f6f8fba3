/** Views of the list of messages that everybody needs, in its menu and in the search. */
import type { MessageSearch } from './message-search.ts';

export const usualViews = {
  all: {},
  trouble: { state: 'bounced,complained,suppressed,failed,expired' },
  waiting: { state: 'queued,sending', order: 'oldest_first' },
} as const satisfies Readonly<Record<string, MessageSearch>>;
