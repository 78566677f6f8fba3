/** The templates that name a layout: the current ones of live event types (docs/rules.md#layouts). */
import type { Queryable } from '../../db/connections/pool.ts';

/** SQL: the current versions of the platform `$1` that name a layout, and those that name `$2`, as `t` and `v`. */
const currentSql = `event_types t
  JOIN template_versions v
    ON v.platform_id = t.platform_id AND v.event_type_id = t.id AND v.version = t.template_version
  WHERE t.platform_id = $1 AND t.deleted_at IS NULL AND t.layout_version IS NOT NULL`;
const usersSql = `${currentSql} AND v.layout = $2`;

/** Names of event types that a layout shows. */
const usersListed = 100;

export interface LayoutUse {
  /** Number of templates that use it. */
  readonly uses: number;
  /** Names of the first of their event types. */
  readonly usedBy: readonly string[];
}

export interface LayoutUser {
  readonly eventTypeId: string;
  readonly eventType: string;
  readonly versionId: string;
  /** Version of the event type's fields. */
  readonly currentVersion: number;
}

/** Returns the templates that use a layout, by the name of their event type, `most` at most. */
export async function readUsers(
  client: Queryable,
  platformId: string,
  { layout, most }: { readonly layout: string; readonly most: number },
): Promise<readonly LayoutUser[]> {
  const { rows } = await client.query<LayoutUser>(
    `SELECT t.id AS "eventTypeId", t.name AS "eventType", v.id AS "versionId", t.current_version AS "currentVersion"
     FROM ${usersSql} ORDER BY t.name COLLATE "C" LIMIT $3`,
    [platformId, layout, most],
  );
  return rows;
}

/** Adds what uses each layout, in one read. */
export async function withUses<Named extends { readonly name: string }>(
  client: Queryable,
  platformId: string,
  layouts: readonly Named[],
): Promise<readonly (Named & LayoutUse)[]> {
  const { rows } = await client.query<LayoutUse & { readonly layout: string }>(
    `SELECT v.layout, count(*)::int AS uses, (array_agg(t.name ORDER BY t.name COLLATE "C"))[1:$3] AS "usedBy"
     FROM ${currentSql} AND v.layout = ANY($2) GROUP BY v.layout`,
    [platformId, layouts.map(({ name }) => name), usersListed],
  );
  const found = new Map(rows.map(({ layout, ...use }) => [layout, use]));
  return layouts.map((layout) => ({ ...layout, ...(found.get(layout.name) ?? { uses: 0, usedBy: [] }) }));
}

export async function countUsers(client: Queryable, platformId: string, layout: string): Promise<number> {
  const { rows } = await client.query<{ users: number }>(`SELECT count(*)::int AS users FROM ${usersSql}`, [
    platformId,
    layout,
  ]);
  return rows[0]?.users ?? 0;
}
