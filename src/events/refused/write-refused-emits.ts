import type { Db } from '../../db/connections/pool.ts';
import { rowsOf, statement } from '../../db/rows.ts';

type Place = { readonly id: string } | { readonly reference: string } | null;

export interface RefusedEmit {
  readonly platformId: string;
  readonly apiKeyId: string | null;
  readonly requestId: string;
  readonly workspace: Place;
  readonly eventType: string | null;
  readonly idempotencyKey: string | null;
  /** Of the address that the emit named; null: it named a contact, or nobody. */
  readonly addressHash: Uint8Array | null;
  readonly contact: Place;
  readonly code: string;
  readonly fieldPaths: readonly string[];
  /** One line for each path. */
  readonly faultWords: readonly string[];
}

/** A row: one emit, or the last of several with the same code. */
export interface RefusedEmitRow extends RefusedEmit {
  readonly id: string;
  readonly times: number;
  readonly firstAt: Date;
  readonly createdAt: Date;
}

const idOf = (place: Place) => (place && 'id' in place ? place.id : null);
const referenceOf = (place: Place) => (place && 'reference' in place ? place.reference : null);

/**
 * A workspace is recorded by its id alone, and only if it exists; a contact by the hash of its address. Of a person who
 * was erased while the row waited, neither hash nor key is recorded (docs/rules.md#erasure-of-refused-emits); the id of an
 * erasure begins with its time, as that of the row does.
 */
const insertRefused = statement({
  rows: {
    i: rowsOf<RefusedEmitRow>({
      platform_id: ['text', ({ platformId }) => platformId],
      id: ['text', ({ id }) => id],
      request_id: ['text', ({ requestId }) => requestId],
      api_key_id: ['text', ({ apiKeyId }) => apiKeyId],
      workspace_id: ['text', ({ workspace }) => idOf(workspace)],
      reference: ['text', ({ workspace }) => referenceOf(workspace)],
      event_type: ['text', ({ eventType }) => eventType],
      idempotency_key: ['text', ({ idempotencyKey }) => idempotencyKey],
      address_hash: ['bytea', ({ addressHash }) => addressHash],
      contact_id: ['text', ({ contact }) => idOf(contact)],
      contact_reference: ['text', ({ contact }) => referenceOf(contact)],
      code: ['text', ({ code }) => code],
      field_paths: ['text', ({ fieldPaths }) => fieldPaths.join(' ')],
      fault_words: ['text', ({ faultWords }) => faultWords.join('\n')],
      times: ['int', ({ times }) => times],
      first_at: ['timestamptz', ({ firstAt }) => firstAt],
      created_at: ['timestamptz', ({ createdAt }) => createdAt],
    }),
  },
  text: ({ i }) => `
    INSERT INTO refused_emits (platform_id, id, request_id, api_key_id, workspace_id, event_type, idempotency_key,
                               address_hash, code, field_paths, fault_words, times, first_at, created_at)
    SELECT i.platform_id, i.id, i.request_id, i.api_key_id, h.workspace_id, i.event_type,
           CASE WHEN NOT gone.erased THEN i.idempotency_key END, CASE WHEN NOT gone.erased THEN h.hash END, i.code,
           string_to_array(i.field_paths, ' '), string_to_array(i.fault_words, E'\\n'), i.times, i.first_at, i.created_at
    FROM ${i}
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
});

export async function writeRefusedEmits({ pool }: Pick<Db, 'pool'>, rows: readonly RefusedEmitRow[]): Promise<void> {
  await pool.query(insertRefused({ i: rows }));
}
