/** Connections over keyset pages: cursors are opaque, their key is checked before it reaches a verb. */
import { type ResolveCursorConnectionArgs, resolveCursorConnection } from '@pothos/plugin-relay';
import { invalid } from '../src/errors.ts';
import { type PageWindow, pageSize } from '../src/page.ts';

interface ConnectionArgs {
  readonly first?: number | null | undefined;
  readonly last?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly before?: string | null | undefined;
}

/** Rows whose key is an id, the commonest kind. */
export const idKey = /^[0-9A-Z]{26}$/;

/**
 * Resolves a connection of at most 50 rows (contract, Limits). `keyOf` gives the unique key that the list is ordered
 * by; a cursor that does not hold a key of `pattern` is `validation_failed` under its argument.
 */
export function keysetConnection<Row>(
  args: ConnectionArgs,
  { keyOf, pattern = idKey }: { readonly keyOf: (row: Row) => string; readonly pattern?: RegExp },
  list: (window: PageWindow) => Promise<readonly Row[]>,
) {
  return resolveCursorConnection(
    {
      args,
      defaultSize: pageSize,
      maxSize: pageSize,
      toCursor: (row: Row) => Buffer.from(keyOf(row)).toString('base64url'),
    },
    ({ after, before, limit, inverted }: ResolveCursorConnectionArgs) =>
      list({
        after: readCursor(after, 'after', pattern),
        before: readCursor(before, 'before', pattern),
        limit,
        inverted,
      }),
  );
}

function readCursor(cursor: string | undefined, argument: string, pattern: RegExp): string | undefined {
  if (cursor === undefined) return undefined;
  const key = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!pattern.test(key)) throw invalid({ [argument]: ['is not a cursor of this list'] });
  return key;
}
