import type { HealthState, WorkspaceStatus } from '../../prisma/generated/client.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { type ListWork, parallelParts, withLookups } from '../db/lists/list-work.ts';
import { type Bind, type FoundIds, gather, walk } from '../db/lists/walk.ts';
import { nobody } from '../ground/ids.ts';
import type { Keyset } from '../ground/lists/keyset.ts';
import type { ShownIds } from '../retention/partitions/shown-ids.ts';

/** The rows of a list of live workspaces; null values mean any. */
export interface WorkspaceQuestion {
  readonly platformId: string;
  /** The only workspace that exists for the caller. */
  readonly workspaceId: string | null;
  readonly search: string | null;
  readonly status: WorkspaceStatus | null;
  readonly health: HealthState | null;
  /** Id at a time: the last emit came then or later. */
  readonly emittedSince: string | null;
  /** Id at a time: no emit came then or later. */
  readonly silentSince: string | null;
  /** Of events. */
  readonly shown: ShownIds;
  readonly page: Keyset;
}

/** Returns the ids of a page, in the order of the ids; `work` bounds the rows that are examined. */
export function findWorkspaceIds(client: Queryable, question: WorkspaceQuestion, work: ListWork): Promise<FoundIds> {
  const { platformId, workspaceId, health, emittedSince, silentSince, page } = question;
  const tables = [health, emittedSince ?? silentSince].filter((value) => value !== null).length;
  const { first, further } = tables === 0 ? work : withLookups(work, tables);
  const index = {
    from: 'workspaces w',
    alias: 'w',
    key: 'w.id',
    columns: ['w.name', 'w.reference', 'w.status', 'w.platform_id'],
    prefix: [{ column: 'w.platform_id', value: platformId }],
    only: 'w.deleted_at IS NULL',
    ...(tables > 0 && { joined: (bind: Bind) => `(${lookups(question, bind)} OFFSET 0) h` }),
  };
  const keep = (bind: Bind) =>
    [
      ...(workspaceId === null ? [] : [`w.id = ${bind(workspaceId)}`]),
      ...conditions(question, { row: 'w', found: 'h' }, bind),
    ].join(' AND ') || 'true';
  return walk(client, index, { page, keep, rows: first + further });
}

/**
 * Returns the places of a page in the order of the last emits: the id of the newest kept event, then the id of the
 * workspace (docs/rules.md#workspace-order). Null for a platform with so many workspaces that their last emits cannot
 * be looked up for one page.
 */
export function findWorkspacesByEmit(client: Queryable, question: WorkspaceQuestion): Promise<FoundIds | null> {
  const { platformId, workspaceId, page } = question;
  return gather(client, {
    page,
    rows: parallelParts.most,
    candidates: (bind) =>
      `SELECT w.* FROM workspaces w WHERE w.platform_id = ${bind(platformId)}
       ${workspaceId === null ? '' : `AND w.id = ${bind(workspaceId)}`}`,
    from: (bind) => `(
      SELECT coalesce(h.emit, '${nobody}') || w.id AS id, w.name, w.reference, w.status, w.deleted_at, h.state, h.emit
      FROM found w, LATERAL (${lookups(question, bind)}) h OFFSET 0) c`,
    keep: (bind) => ['c.deleted_at IS NULL', ...conditions(question, { row: 'c', found: 'c' }, bind)].join(' AND '),
  });
}

/** SQL: the sending level of a workspace `w`, and the id of its newest kept event. */
function lookups({ shown }: WorkspaceQuestion, bind: Bind): string {
  return `SELECT
    (SELECT state FROM workspace_health WHERE platform_id = w.platform_id AND workspace_id = w.id) AS state,
    (SELECT e.id FROM events e WHERE e.workspace_id = w.id AND e.id >= ${bind(shown.from)} AND e.id < ${bind(shown.until)}
     ORDER BY e.workspace_id DESC, e.id DESC LIMIT 1) AS emit`;
}

function conditions(
  { search, status, health, emittedSince, silentSince }: WorkspaceQuestion,
  { row, found }: { readonly row: string; readonly found: string },
  bind: Bind,
): readonly string[] {
  const holds = (column: string, text: string) =>
    `position(lower(${bind(text)}) IN lower(coalesce(${row}.${column}, ''))) > 0`;
  return [
    ...(search === null ? [] : [`(${holds('name', search)} OR ${holds('reference', search)})`]),
    ...(status === null ? [] : [`${row}.status = ${bind(status)}::workspace_status`]),
    ...(health === null ? [] : [`${found}.state = ${bind(health)}::health_state`]),
    ...(emittedSince === null ? [] : [`${found}.emit >= ${bind(emittedSince)}`]),
    ...(silentSince === null ? [] : [`coalesce(${found}.emit, '') < ${bind(silentSince)}`]),
  ];
}
