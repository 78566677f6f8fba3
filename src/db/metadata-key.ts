/**
 * The index that finds the events with a pair of metadata (docs/rules.md#metadata). As with addresses (address-key.ts),
 * a key has the period of its event in its upper bits, and a hash of workspace and pair below: values come in no order,
 * and new events share the pages of one period. The function `metadata_keys` of the database makes the keys of all pairs
 * of an event; the index has no entry for an event without pairs.
 */
import { isOfSql, periodSql } from './address-key.ts';

/** SQL: whether an event of the workspace and the period has all `pairs`, a parameter of the type jsonb. */
export const hasPairsSql = (event: string, period: string, workspaceId: string, pairs: string) =>
  `(metadata_keys((${periodSql(`${event}.created_at`)})::bigint, ${event}.workspace_id, ${event}.metadata)
      @> metadata_keys(${period}, ${workspaceId}, ${pairs})
    AND ${event}.metadata IS NOT NULL AND ${isOfSql(event, workspaceId)} AND ${event}.metadata @> ${pairs})`;
