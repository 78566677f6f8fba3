/** The cursor of a page: a connection's own cursor behind the letter of a direction (docs/rules.md#cursors). */
import { pageSize } from '../src/ground/lists/keyset.ts';

/** The arguments of a connection for one page. */
export interface PageArguments {
  readonly first?: number;
  readonly after?: string;
  readonly last?: number;
  readonly before?: string;
}

/** The direction of a cursor: the letter before the connection's own cursor. */
export const forward = 'n';
export const backward = 'p';

/**
 * Returns the connection's arguments for a page's `cursor`, undefined for the first page; null when the cursor does not
 * decode.
 */
export function readCursor(cursor: string | undefined, rows = pageSize): PageArguments | null {
  if (cursor === undefined) return { first: rows };
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  if (Buffer.from(text).toString('base64url') !== cursor) return null;
  const inner = text.slice(1);
  if (inner === '') return null;
  if (text[0] === forward) return { first: rows, after: inner };
  if (text[0] === backward) return { last: rows, before: inner };
  return null;
}

export function writeCursor(direction: string, cursor: string): string {
  return Buffer.from(direction + cursor).toString('base64url');
}
