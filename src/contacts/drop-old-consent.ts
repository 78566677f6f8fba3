import type { Queryable } from '../db/connections/pool.ts';

/** Entries that the consent history of a contact keeps (docs/rules.md#consent-history). */
export const consentChangesKept = 1_000;
/** Entries of one contact that a write removes, at most; more than a batch can add to it. */
const droppedAtOnce = 1_000;

/**
 * Removes the oldest entries of histories that have grown too long. Of the opt-outs among them the latest stays, since a
 * person who undoes a later one falls back to it; of each topic likewise.
 */
export async function dropOldConsent(
  client: Queryable,
  workspaceId: string,
  contactIds: readonly string[],
): Promise<void> {
  await client.query(
    `WITH surplus AS (
       SELECT h.id, h.contact_id, h.topic, CASE WHEN h.state = 'unsubscribed' AND h.undone_at IS NULL THEN h.at END AS opted_out_at
       FROM unnest($2::text[]) AS c(id)
       CROSS JOIN LATERAL (
         SELECT id FROM consent_changes WHERE workspace_id = $1 AND contact_id = c.id
         ORDER BY id DESC OFFSET ${consentChangesKept} LIMIT 1) last
       CROSS JOIN LATERAL (
         SELECT * FROM consent_changes WHERE workspace_id = $1 AND contact_id = c.id AND id <= last.id
         ORDER BY id LIMIT ${droppedAtOnce}) h
     ), ranked AS (
       SELECT id, row_number() OVER (PARTITION BY contact_id, topic ORDER BY opted_out_at DESC NULLS LAST, id DESC) AS rank,
              opted_out_at
       FROM surplus
     )
     DELETE FROM consent_changes USING ranked
     WHERE workspace_id = $1 AND consent_changes.id = ranked.id AND (rank > 1 OR opted_out_at IS NULL)`,
    [workspaceId, contactIds],
  );
}
