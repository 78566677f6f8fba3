import type { ConsentChange } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { keyset, type PageWindow } from '../ground/lists/keyset.ts';

/** The consent history of one contact, which `id` names. */
export interface ConsentHistory {
  readonly id: string;
  readonly changes: readonly ConsentChange[];
}

const columns = `'workspaceId', h.workspace_id, 'id', h.id, 'contactId', h.contact_id, 'topic', h.topic,
  'state', h.state, 'at', h.at,
  'source', h.source, 'apiKeyId', h.api_key_id, 'replacedState', h.replaced_state, 'replacedAt', h.replaced_at,
  'undoneAt', h.undone_at, 'createdAt', h.created_at`;

/** The rows of one contact, in the order and the range of a page. */
const pageOf = (order: 'ASC' | 'DESC') => `
  SELECT * FROM consent_changes
  WHERE workspace_id = c.workspace_id AND contact_id = c.id
    AND ($3::text IS NULL OR id < $3) AND ($4::text IS NULL OR id > $4)
  ORDER BY id ${order} LIMIT $5`;

const pages = { asc: pageStatement('ASC'), desc: pageStatement('DESC') };

function pageStatement(order: 'ASC' | 'DESC'): string {
  return `SELECT c.id, coalesce(h.changes, '[]') AS changes FROM contacts c
    CROSS JOIN LATERAL (
      SELECT json_agg(json_build_object(${columns}) ORDER BY h.id ${order}) AS changes FROM (${pageOf(order)}) h
    ) h
    WHERE c.platform_id = $1 AND c.id = ANY($2)`;
}

const countStatement = `SELECT c.id, h.count::int FROM contacts c
  CROSS JOIN LATERAL (
    SELECT count(*) FROM (
      SELECT FROM consent_changes WHERE workspace_id = c.workspace_id AND contact_id = c.id LIMIT $3
    ) counted
  ) h
  WHERE c.platform_id = $1 AND c.id = ANY($2)`;

/** A history as the database writes it as JSON: times are text. */
interface JsonHistory {
  readonly id: string;
  readonly changes: readonly Record<keyof ConsentChange, string | null>[];
}

/** Returns the same page of the histories of several contacts of this platform, latest change first. */
export async function listConsentChanges(
  { app, platformId }: Ctx,
  contacts: readonly string[],
  window: PageWindow,
): Promise<readonly ConsentHistory[]> {
  const { range, direction, take } = keyset(window, 'desc');
  const values = [platformId, contacts, range.lt ?? null, range.gt ?? null, take];
  const { rows } = await app.db.pool.query<JsonHistory>(pages[direction], values);
  return rows.map(({ id, changes }) => ({ id, changes: changes.map(readChange) }));
}

/** Returns how many changes the histories of several contacts have, each counted up to `limit`. */
export async function countConsentChanges(
  { app, platformId }: Ctx,
  contacts: readonly string[],
  limit: number,
): Promise<readonly { readonly id: string; readonly count: number }[]> {
  return (await app.db.pool.query(countStatement, [platformId, contacts, limit])).rows;
}

function readChange({ at, replacedAt, undoneAt, createdAt, ...change }: JsonHistory['changes'][number]): ConsentChange {
  const time = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...change,
    at: new Date(String(at)),
    replacedAt: time(replacedAt),
    undoneAt: time(undoneAt),
    createdAt: new Date(String(createdAt)),
  } as ConsentChange;
}
