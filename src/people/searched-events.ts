/**
 * Emits to anybody, searched for the words of an erased person (docs/rules.md#search-of-an-erasure): their idempotency
 * keys, which are replaced (docs/rules.md#erased-idempotency-keys), and their metadata, in the event, its message and the
 * stored response.
 */
import { isOfEventSql } from '../db/message-of-event-sql.ts';
import { rowsOf, statement } from '../db/rows.ts';
import { type BareKey, dropReplacedKeys, erasedKey, erasedKeys, isErased } from '../events/idempotency/idempotency.ts';
import type { Metadata } from '../ground/input/metadata.ts';
import type { SearchedTable } from './searched-table.ts';

interface EventRow {
  readonly id: string;
  readonly key: string;
  readonly metadata: Metadata | null;
  readonly counts: boolean;
}

interface ClearedPairs {
  readonly eventId: string;
  /** Keys of the pairs that go. */
  readonly keys: readonly string[];
}

const clearPairs = statement({
  rows: {
    i: rowsOf<ClearedPairs>({
      event_id: ['text', ({ eventId }) => eventId],
      keys: ['text', ({ keys }) => keys.join(' ')],
    }),
  },
  values: { workspaceId: 'text' },
  text: ({ i, workspaceId }) => {
    const left = (pairs: string) => `nullif(${pairs} - string_to_array(i.keys, ' '), '{}')`;
    return `
    WITH answers AS (
      UPDATE idempotency_keys k
      SET answer = jsonb_strip_nulls(jsonb_build_object('metadata', ${left("(k.answer -> 'metadata')")}))
            || (k.answer - 'metadata')
      FROM ${i} WHERE k.workspace_id = ${workspaceId} AND k.event_id = i.event_id AND k.answer ? 'metadata'
    ), mails AS (
      UPDATE messages m SET metadata = ${left('m.metadata')}
      FROM ${i} WHERE m.workspace_id = ${workspaceId} AND ${isOfEventSql('m', 'i.event_id')}
    )
    UPDATE events e SET metadata = ${left('e.metadata')}
    FROM ${i} WHERE e.workspace_id = ${workspaceId} AND e.id = i.event_id`;
  },
});

export const searchedEvents: SearchedTable = {
  name: 'events',
  async read(db, { workspaceId, requestedAt }, after, limit) {
    // A message that is sent again has the key and the metadata of the first one, however late that is.
    const { rows } = await db.query<EventRow>(
      `SELECT e.id, e.idempotency_key AS key, e.metadata, (e.created_at <= $3 OR EXISTS (
                SELECT FROM messages m
                JOIN message_resends r ON r.workspace_id = m.workspace_id AND r.message_id = m.id
                WHERE m.workspace_id = e.workspace_id AND ${isOfEventSql('m', 'e.id')})) AS counts
       FROM events e WHERE e.workspace_id = $1 AND e.id > $2 ORDER BY e.id LIMIT $4`,
      [workspaceId, after, requestedAt, limit],
    );
    return rows.map(({ id, key, metadata, counts }) => {
      if (!counts) return { id, texts: [] };
      const pairs = Object.entries(metadata ?? {}).map(([name, value]) => `${name}=${value}`);
      return { id, texts: [isErased(key) ? '' : key, ...pairs] };
    });
  },
  async clear(app, client, { workspaceId }, found) {
    const keys = found.flatMap(({ id, texts: [key = ''], named }): readonly BareKey[] =>
      named.has(0) ? [{ eventId: id, key: erasedKey(app.secrets, key) }] : [],
    );
    const pairs = found.flatMap(({ id, texts, named }): readonly ClearedPairs[] => {
      const ofPairs = texts.filter((_text, position) => position > 0 && named.has(position));
      const cleared = ofPairs.map((text) => text.slice(0, text.indexOf('=')));
      return cleared.length === 0 ? [] : [{ eventId: id, keys: cleared }];
    });
    if (pairs.length > 0) await client.query(clearPairs({ i: pairs, workspaceId }));
    if (keys.length === 0) return;
    await client.query(dropReplacedKeys({ i: keys, workspaceId }));
    await client.query(erasedKeys({ i: keys, workspaceId }));
  },
};
