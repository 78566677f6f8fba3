/** The cursor of a connection: the key of a row in base64url (docs/rules.md#cursors). It is opaque to callers. */
import { invalid } from '../src/ground/errors/errors.ts';

export const writeCursor = (key: string) => Buffer.from(key).toString('base64url');

/** Returns the key. A cursor with another content than `pattern` is `validation_failed` under `argument`. */
export function readCursor(cursor: string | undefined, argument: string, pattern: RegExp): string | undefined {
  if (cursor === undefined) return undefined;
  const key = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!pattern.test(key)) throw invalid({ [argument]: ['is not a cursor of this list'] });
  return key;
}
