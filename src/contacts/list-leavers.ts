/** Who left marketing mail by themselves, in all workspaces of the platform (docs/rules.md#leavers). */
import type { ConsentSource } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { formOf } from '../db/by-workspace.ts';
import { readByIndexes } from '../db/lists/walk.ts';
import { ofAny, statement } from '../db/rows.ts';

/** Changes of people that are looked at, at most: of one workspace, and of all. */
const changesOfOneMax = 1_000;
const changesMax = 5_000;
/** People that are returned, at most: those who left last. */
export const leaversMax = 100;

/** A contact who left, and has not come back. */
export interface Leaver {
  readonly workspaceId: string;
  readonly contactId: string;
  readonly at: Date;
  readonly source: ConsentSource;
}

export interface Leavers {
  readonly people: readonly Leaver[];
  /** Whether there are more of them, or more changes than were looked at. */
  readonly capped: boolean;
}

const leavers = statement({
  values: { platformId: 'text' },
  // A cluster looks through the workspaces of each shard in turn, without a limit for one.
  text: ({ platformId }, only) => `
    WITH own AS (
      SELECT h.workspace_id, h.contact_id, h.id, h.at, h.source, h.state, h.topic FROM workspaces w ${
        only === ofAny
          ? `CROSS JOIN LATERAL (
        SELECT * FROM consent_changes h
        WHERE h.workspace_id = w.id AND h.source <> 'api' LIMIT ${changesOfOneMax + 1}) h`
          : `JOIN consent_changes h ON h.workspace_id = w.id AND h.source <> 'api'`
      }
      WHERE w.platform_id = ${platformId} AND w.deleted_at IS NULL
      LIMIT ${changesMax + 1}
    ), latest AS (
      SELECT DISTINCT ON (workspace_id, contact_id) * FROM own WHERE topic IS NULL
      ORDER BY workspace_id, contact_id, id DESC
    ), looked AS (
      SELECT count(*) > ${changesMax} OR coalesce(max(each), 0) > ${changesOfOneMax} AS capped
      FROM (SELECT count(*) OVER (PARTITION BY workspace_id) AS each FROM own) o
    )
    SELECT l.*, looked.capped FROM looked LEFT JOIN (
      SELECT l.workspace_id AS "workspaceId", l.contact_id AS "contactId", l.at, l.source, l.id FROM latest l
      JOIN contacts c ON c.workspace_id = l.workspace_id AND c.id = l.contact_id
      WHERE l.state = 'unsubscribed' AND c.status = 'unsubscribed'
      ORDER BY l.at DESC, l.id DESC LIMIT ${leaversMax + 1}) l ON true
    ORDER BY l.at DESC, l.id DESC`,
});

/** A row without a person says whether there may be some that were not looked at. */
type Row = { readonly capped: boolean } & ((Leaver & { readonly id: string }) | { readonly id: null });

/** Lists them, who left last first. */
export async function listLeavers({ app, platformId }: Ctx): Promise<Leavers> {
  const { rows } = await readByIndexes(app.db, (client) => client.query<Row>(formOf(app.db)(leavers)({ platformId })));
  const people = rows.flatMap(({ capped: _capped, ...row }) => {
    if (row.id === null) return [];
    const { id: _id, ...person } = row;
    return [person];
  });
  return {
    people: people.slice(0, leaversMax),
    capped: people.length > leaversMax || rows[0]?.capped === true,
  };
}
