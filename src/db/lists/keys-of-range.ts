import { textRangeSql } from './text-range.ts';
import type { Bind } from './walk.ts';

interface KeyRange {
  readonly start: string;
  /** Keys of each workspace, at most. */
  readonly most: number;
}

/** SQL after FROM: in each workspace `w` the idempotency keys `k` among which all are that begin with a text. */
export function keysOfRange(workspaceIds: readonly string[], { start, most }: KeyRange, bind: Bind): string {
  return `unnest(${bind(workspaceIds)}::text[]) w (id) CROSS JOIN LATERAL (
    SELECT k.event_id FROM idempotency_keys k
    WHERE k.workspace_id = w.id AND ${textRangeSql('k.key', start, bind) ?? 'false'}
    ORDER BY k.workspace_id, k.key LIMIT ${bind(most)}) k`;
}
