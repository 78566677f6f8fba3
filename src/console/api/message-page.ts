/** A page of the list of messages. The first one of a visit may have been asked for ahead (src/console/ahead.ts). */
import { type AskOptions, ask } from './ask.ts';
import { type ListOrder, type MessageFilter, MessagesDocument, type MessagesQuery } from './operations.ts';

export interface PageTerms {
  /** Id of a workspace, or a reference as `ref:shop`; null: all that exist for the key. */
  readonly workspace: string | null;
  readonly filter: MessageFilter;
  readonly orderBy: ListOrder;
  readonly people: boolean;
}

interface Ahead {
  readonly name: string;
  readonly answer: Promise<MessagesQuery>;
}

/** Null: the page has read by itself, or taken what was asked ahead. */
let ahead: Ahead | null | undefined;

/** Asks for the first page, unless the page has read one already. */
export function readPageAhead(terms: PageTerms): void {
  if (ahead !== undefined) return;
  const answer = readPage(terms, null, { platform: null });
  // Whoever takes it is told.
  answer.catch(() => undefined);
  ahead = { name: nameOf(terms, null), answer };
}

/** Takes the answer that is under way, where it is to the same terms. */
export function takePage(terms: PageTerms, after: string | null, options: AskOptions): Promise<MessagesQuery> {
  const taken = ahead?.name === nameOf(terms, after) ? ahead.answer : null;
  ahead = null;
  return taken ?? readPage(terms, after, options);
}

function readPage({ workspace, filter, orderBy, people }: PageTerms, after: string | null, options: AskOptions) {
  return ask(MessagesDocument, { workspace, filter, orderBy, after, people }, options);
}

const nameOf = ({ workspace, filter, orderBy, people }: PageTerms, after: string | null) =>
  JSON.stringify([workspace, filter, orderBy, people, after]);
