import type { LayoutContent, Variables } from '../../../emails/index.ts';
import type { Queryable } from '../../db/connections/pool.ts';

export interface SavedLayout {
  readonly name: string;
  readonly version: number;
  readonly content: LayoutContent;
  readonly variables: Variables;
  /** When the layout was saved first. */
  readonly createdAt: Date;
  /** When this version was saved. */
  readonly savedAt: Date;
}

const columns = `v.layout AS name, v.version, v.content, v.variables, l.created_at AS "createdAt", v.created_at AS "savedAt"`;
const joined = 'layouts l JOIN layout_versions v ON v.platform_id = l.platform_id AND v.layout = l.name';

/** Reads one version of a layout, which never changes, also of one that is deleted; null when there is none. */
export async function readLayoutVersion(
  client: Queryable,
  platformId: string,
  { name, version }: Pick<SavedLayout, 'name' | 'version'>,
): Promise<SavedLayout | null> {
  const { rows } = await client.query<SavedLayout>(
    `SELECT ${columns} FROM ${joined} WHERE l.platform_id = $1 AND l.name = $2 AND v.version = $3`,
    [platformId, name, version],
  );
  return rows[0] ?? null;
}

/** Reads the present version of a layout; null when the platform has no layout of this name. */
export async function readPresentLayout(
  client: Queryable,
  platformId: string,
  name: string,
): Promise<SavedLayout | null> {
  const { rows } = await client.query<SavedLayout>(
    `SELECT ${columns} FROM ${joined} AND v.version = l.version WHERE l.platform_id = $1 AND l.name = $2`,
    [platformId, name],
  );
  return rows[0] ?? null;
}

/** Reads the present versions of all layouts, by name; a platform has few. */
export async function readPresentLayouts(client: Queryable, platformId: string): Promise<readonly SavedLayout[]> {
  const { rows } = await client.query<SavedLayout>(
    `SELECT ${columns} FROM ${joined} AND v.version = l.version WHERE l.platform_id = $1 ORDER BY l.name COLLATE "C"`,
    [platformId],
  );
  return rows;
}
