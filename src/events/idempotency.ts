/**
 * Idempotency of emits (docs/rules.md#idempotency), whole: how long a key is kept, which keys are one key, and what a
 * repeated key is answered. Its state is the table `idempotency_keys`.
 */
import { rowsOf, statement } from '../db/rows.ts';
import { DomainError } from '../errors.ts';
import { type Secrets, sameBytes } from '../secrets.ts';
import type { EmitRecord } from './emit-record.ts';

/** After it a key is new again; milliseconds. */
export const keyLifetime = 7 * 24 * 60 * 60 * 1000;

/** Keys of this time or before are forgotten. */
export function keysKeptSince(now: Date): Date {
  return new Date(now.getTime() - keyLifetime);
}

/**
 * What is kept in place of a key that named an erased person (docs/rules.md#erased-idempotency-keys): a late replay is
 * still recognised by it. It contains a space, so no key of a caller is equal to it.
 */
export function erasedKey(secrets: Secrets, key: string): string {
  return `erased ${secrets.mac('idempotency-key', key).toString('hex')}`;
}

/** SQL: whether the stored key `k` answers the emit `i`, as it was sent or as its erased key. */
export const isKeyOfSql = (k: string, i: string, keptSince: string) =>
  `${k}.key IN (${i}.key, ${i}.erased_key) AND ${isKeptSql(k, keptSince)}`;

/** SQL: whether the stored key `k` still stands; where it does not, a new emit takes its place. */
export const isKeptSql = (k: string, keptSince: string) => `${k}.created_at > ${keptSince}`;

/** Whether two emits of one key have equal bodies; a rejected body (null) was never accepted, so it equals none. */
export function isSameBody(one: Uint8Array | null, other: Uint8Array | null): boolean {
  return one !== null && other !== null && sameBytes(one, other);
}

interface StoredEmit {
  readonly bodyHash: Uint8Array | null;
  readonly answer: EmitRecord;
}

/**
 * The first response again, for a key that was used before. Throws `idempotency_key_reused` for another body.
 * `key`: as it is sent now, since of an erased person's key only a hash is stored.
 */
export function replay(stored: StoredEmit, key: string | null, bodyHash: Uint8Array | null) {
  if (!isSameBody(stored.bodyHash, bodyHash)) throw new DomainError('idempotency_key_reused');
  return { record: { ...stored.answer, idempotencyKey: key ?? '' }, replayed: true };
}

interface BareKey {
  readonly eventId: string;
  /** The key as it is kept: itself, or its erased form. */
  readonly key: string;
}

/** Leaves the keys of erased events with an answer that names no contact. */
export const bareKeys = statement({
  rows: {
    i: rowsOf<BareKey>({ event_id: ['text', ({ eventId }) => eventId], key: ['text', ({ key }) => key] }),
  },
  values: { workspaceId: 'text' },
  text: ({ i, workspaceId }) => `
    UPDATE idempotency_keys k
    SET key = i.key, answer = k.answer || jsonb_build_object('contact', NULL, 'idempotencyKey', i.key)
    FROM ${i}
    WHERE k.workspace_id = ${workspaceId} AND k.event_id = i.event_id`,
});
