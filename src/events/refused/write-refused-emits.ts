import type { Db } from '../../db/connections/pool.ts';
import { rowsOf, statement } from '../../db/rows.ts';
import { findFacts, type RefusalFacts } from './refusal-facts.ts';
import { idOf, type RefusedEmitRow, referenceOf } from './refused-emit.ts';

const columns = {
  platform_id: ['text', ({ platformId }: RefusedEmitRow) => platformId],
  id: ['text', ({ id }: RefusedEmitRow) => id],
  request_id: ['text', ({ requestId }: RefusedEmitRow) => requestId],
  api_key_id: ['text', ({ apiKeyId }: RefusedEmitRow) => apiKeyId],
  event_type: ['text', ({ eventType }: RefusedEmitRow) => eventType],
  idempotency_key: ['text', ({ idempotencyKey }: RefusedEmitRow) => idempotencyKey],
  address_hash: ['bytea', ({ addressHash }: RefusedEmitRow) => addressHash],
  code: ['text', ({ code }: RefusedEmitRow) => code],
  field_paths: ['text', ({ fieldPaths }: RefusedEmitRow) => fieldPaths.join(' ')],
  fault_words: ['text', ({ faultWords }: RefusedEmitRow) => faultWords.join('\n')],
  times: ['int', ({ times }: RefusedEmitRow) => times],
  first_at: ['timestamptz', ({ firstAt }: RefusedEmitRow) => firstAt],
  created_at: ['timestamptz', ({ createdAt }: RefusedEmitRow) => createdAt],
} as const;

/** SQL: each is an expression over a row `i`. */
interface FactsSql {
  readonly workspaceId: string;
  readonly hash: string;
  /** Whether the person was erased. */
  readonly erased: string;
}

const insertSql = (from: string, { workspaceId, hash, erased }: FactsSql) => `
    INSERT INTO refused_emits (platform_id, id, request_id, api_key_id, workspace_id, event_type, idempotency_key,
                               address_hash, code, field_paths, fault_words, times, first_at, created_at)
    SELECT i.platform_id, i.id, i.request_id, i.api_key_id, ${workspaceId}, i.event_type,
           CASE WHEN NOT ${erased} THEN i.idempotency_key END, CASE WHEN NOT ${erased} THEN ${hash} END, i.code,
           string_to_array(i.field_paths, ' '), string_to_array(i.fault_words, E'\\n'), i.times, i.first_at, i.created_at
    FROM ${from}`;

/**
 * A workspace is recorded by its id alone, and only if it exists; a contact by the hash of its address. Of a person who
 * was erased while the row waited, neither hash nor key is recorded (docs/rules.md#erasure-of-refused-emits); the id of an
 * erasure begins with its time, as that of the row does.
 */
const insertRefused = statement({
  alone: true,
  rows: {
    i: rowsOf<RefusedEmitRow>({
      ...columns,
      workspace_id: ['text', ({ workspace }) => idOf(workspace)],
      reference: ['text', ({ workspace }) => referenceOf(workspace)],
      contact_id: ['text', ({ contact }) => idOf(contact)],
      contact_reference: ['text', ({ contact }) => referenceOf(contact)],
    }),
  },
  text: ({ i }) =>
    insertSql(
      `${i}
    LEFT JOIN workspaces w ON w.platform_id = i.platform_id AND w.id = i.workspace_id AND w.deleted_at IS NULL
    LEFT JOIN workspaces r ON r.platform_id = i.platform_id AND r.reference = i.reference AND r.deleted_at IS NULL
    LEFT JOIN LATERAL (
      SELECT c.address_hash FROM contacts c WHERE c.workspace_id = coalesce(w.id, r.id) AND c.id = i.contact_id
      UNION ALL
      SELECT c.address_hash FROM contacts c
      WHERE c.workspace_id = coalesce(w.id, r.id) AND c.reference = i.contact_reference
    ) c ON true
    CROSS JOIN LATERAL (
      SELECT coalesce(w.id, r.id) AS workspace_id, coalesce(i.address_hash, c.address_hash) AS hash
    ) h
    CROSS JOIN LATERAL (
      SELECT EXISTS (
        SELECT FROM erasures e
        JOIN erased_addresses a ON a.workspace_id = e.workspace_id AND a.address_hash = h.hash AND a.erased_at >= i.created_at
        WHERE e.id >= left(i.id, 10) AND e.platform_id = i.platform_id
          AND (h.workspace_id IS NULL OR e.workspace_id = h.workspace_id)) AS erased
    ) gone`,
      { workspaceId: 'h.workspace_id', hash: 'h.hash', erased: 'gone.erased' },
    ),
});

const insertFound = statement({
  rows: {
    i: rowsOf<RefusedEmitRow & RefusalFacts>({
      ...columns,
      workspace_id: ['text', ({ workspaceId }) => workspaceId],
      hash: ['bytea', ({ hash }) => hash],
      erased: ['boolean', ({ erased }) => erased],
    }),
  },
  text: ({ i }) => insertSql(i, { workspaceId: 'i.workspace_id', hash: 'i.hash', erased: 'i.erased' }),
});

const unknown: RefusalFacts = { workspaceId: null, hash: null, erased: true };

export async function writeRefusedEmits(
  db: Pick<Db, 'pool' | 'isCluster'>,
  rows: readonly RefusedEmitRow[],
): Promise<void> {
  if (!db.isCluster()) {
    await db.pool.query(insertRefused({ i: rows }));
    return;
  }
  const facts = await findFacts(db, rows);
  await db.pool.query(insertFound({ i: rows.map((row, at) => ({ ...row, ...(facts[at] ?? unknown) })) }));
}
