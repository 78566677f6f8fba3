/** Cursors of streams, which callers send back as `after`. */
import { invalid } from '../ground/errors/errors.ts';

/** A place in the changes of one topic. */
export interface FeedPlace {
  /** The watch under which the changes were recorded. */
  readonly incarnation: string;
  /** Position of the last change that was shown, as PostgreSQL writes a bigint. */
  readonly position: string;
}

const form = /^([0-9A-Z]{26})\.(\d{1,18})$/;

export function writeFeedCursor({ incarnation, position }: FeedPlace): string {
  return Buffer.from(`${incarnation}.${position}`).toString('base64url');
}

/** Throws `validation_failed` under `after`. */
export function readFeedCursor(after: string): FeedPlace {
  const [, incarnation, position] = form.exec(Buffer.from(after, 'base64url').toString('latin1')) ?? [];
  if (incarnation === undefined || position === undefined) throw notCursor();
  return { incarnation, position };
}

export function notCursor(): Error {
  return invalid({ after: ['is not a cursor of this subscription'] });
}

/** The changes after a cursor are gone, or were never recorded. */
export function cursorExpired(): Error {
  return invalid({ after: ['is too old or of another subscription: subscribe without it, then read the list'] });
}
