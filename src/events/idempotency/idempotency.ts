/**
 * The rule of idempotency (docs/rules.md#idempotency): the equality of keys, and the response to a repeated key. The
 * keys are in the table `idempotency_keys`; their lifetime is in src/retention/lifetimes.ts.
 */

import { rowsOf, statement } from '../../db/rows.ts';
import { DomainError } from '../../ground/errors/errors.ts';
import { type Secrets, sameBytes } from '../../ground/secrets.ts';
import { keptSince, keyLifetime } from '../../retention/lifetimes.ts';
import type { EmitRecord } from '../emit-record.ts';

/** Keys of this time or earlier have expired. */
export const keysKeptSince = (now: Date) => keptSince(keyLifetime, now);

/**
 * Stored in place of a key that named an erased person (docs/rules.md#erased-idempotency-keys), so that a late replay
 * is still recognised. It contains a space, so no key of a caller can be equal.
 */
export function erasedKey(secrets: Secrets, key: string): string {
  return `erased ${secrets.erasedKeyMac(key).toString('hex')}`;
}

/** Whether a stored key is an erased one. */
export const isErased = (key: string) => key.startsWith('erased ');

/** SQL: whether the stored key `k` belongs to the emit `i`, as sent or as its erased key. */
export const isKeyOfSql = (k: string, i: string, keptSince: string) =>
  `${k}.key IN (${i}.key, ${i}.erased_key) AND ${isKeptSql(k, keptSince)}`;

/** SQL: whether the stored key `k` is still valid; a new emit replaces an expired key. */
export const isKeptSql = (k: string, keptSince: string) => `${k}.created_at > ${keptSince}`;

/** Whether two emits of one key have equal bodies. A rejected body (null) was never accepted, so it equals none. */
export function isSameBody(one: Uint8Array | null, other: Uint8Array | null): boolean {
  return one !== null && other !== null && sameBytes(one, other);
}

/** An accepted emit, as a repeated key is compared with it. */
export interface StoredEmit {
  readonly bodyHash: Uint8Array | null;
  readonly answer: EmitRecord;
}

/**
 * Returns the first response for a repeated key. Throws `idempotency_key_reused` for another body. `key`: as sent now,
 * since only a hash is stored of an erased person's key.
 */
export function replay(stored: StoredEmit, key: string | null, bodyHash: Uint8Array | null) {
  if (!isSameBody(stored.bodyHash, bodyHash)) throw new DomainError('idempotency_key_reused');
  return { record: { ...stored.answer, idempotencyKey: key ?? '' }, replayed: true };
}

export interface BareKey {
  readonly eventId: string;
  /** The stored form of the key: the key itself, or its erased form. */
  readonly key: string;
}

const keyRows = rowsOf<BareKey>({
  event_id: ['text', ({ eventId }) => eventId],
  key: ['text', ({ key }) => key],
  // As the stored response has it.
  answered: ['jsonb', ({ key }) => JSON.stringify({ idempotencyKey: key })],
});

/**
 * Removes expired keys that have the erased form of one of the keys: the emit with the key itself has replaced them, and a
 * day has a key once. Others stay, whatever emit they are of: it may be a later one, and its key valid.
 */
export const dropReplacedKeys = statement({
  rows: { i: keyRows },
  values: { workspaceId: 'text' },
  text: ({ i, workspaceId }) => `
    DELETE FROM idempotency_keys k USING ${i}
    WHERE k.workspace_id = ${workspaceId} AND k.key = i.key AND k.event_id <> i.event_id AND i.key LIKE 'erased %'
      AND EXISTS (
        SELECT FROM idempotency_keys o
        WHERE o.workspace_id = k.workspace_id AND o.event_id = i.event_id AND o.day = k.day)`,
});

/** Replaces keys that name an erased person in emits to other people, with the stored responses. */
export const erasedKeys = statement({
  rows: { i: keyRows },
  values: { workspaceId: 'text' },
  text: ({ i, workspaceId }) => `
    WITH keys AS (
      UPDATE idempotency_keys k SET key = i.key, answer = k.answer || i.answered
      FROM ${i} WHERE k.workspace_id = ${workspaceId} AND k.event_id = i.event_id
    ), written AS (
      UPDATE messages m SET idempotency_key = i.key
      FROM ${i} WHERE m.workspace_id = ${workspaceId} AND m.event_id = i.event_id
    )
    UPDATE events e SET idempotency_key = i.key
    FROM ${i} WHERE e.workspace_id = ${workspaceId} AND e.id = i.event_id`,
});

/** Replaces the stored responses of erased events by responses that name no contact and have no metadata. */
export const bareKeys = statement({
  rows: { i: keyRows },
  values: { workspaceId: 'text' },
  text: ({ i, workspaceId }) => `
    UPDATE idempotency_keys k
    SET key = i.key, answer = k.answer - 'metadata' || i.answered || '{"contact": null}'
    FROM ${i}
    WHERE k.workspace_id = ${workspaceId} AND k.event_id = i.event_id`,
});
