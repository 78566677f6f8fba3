import type { Ctx } from '../context.ts';
import type { Keyset } from '../page.ts';

/** The filters of a list of contacts; `cleaned` means contacts whose address is suppressed for all email. */
export interface ContactFilter {
  readonly search?: string | null | undefined;
  readonly status?: 'pending' | 'subscribed' | 'unsubscribed' | 'cleaned' | null | undefined;
  readonly tag?: string | null | undefined;
}

interface Question extends ContactFilter {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly page: Keyset;
  /** Contacts near the page's start that are read before an index is used. */
  readonly near?: number;
}

/** A few milliseconds, and more contacts than most workspaces have. */
const usuallyNear = 5_000;

/** Columns that the conditions read. */
const columns = 'c.workspace_id, c.id, c.email, c.address_hash, c.status';

type Bind = (value: unknown) => string;
type Filtered = Omit<Question, 'page' | 'near'>;

/**
 * Returns the ids of a page of contacts, in the page's order.
 *
 * Reading in the order of the key quickly finds frequent values, an index quickly finds rare ones. The planner cannot
 * know which is which in one workspace, since its statistics cover all workspaces. So the query decides: it reads the
 * contacts near the page's start and, if they do not fill the page although more contacts follow, uses the index of the
 * filter.
 */
export async function findContactIds(ctx: Ctx, question: Question): Promise<string[]> {
  const { page, search, status, near = usuallyNear } = question;
  if (!isSifted(question)) return (await ask<{ id: string }>(ctx, question, inOrder)).map(({ id }) => id);
  const [close] = await ask<{ ids: string[]; seen: number }>(ctx, question, nearby);
  if (close && (close.ids.length === page.take || close.seen < near)) return close.ids;
  const far = search || status === 'cleaned' ? byIndex : walk;
  return (await ask<{ id: string }>(ctx, question, far)).map(({ id }) => id);
}

/** Counts the contacts that the filters leave, up to `limit`. */
export async function countContactRows(ctx: Ctx, question: Filtered, limit: number): Promise<number> {
  // Without an order the planner takes the index of the filter, or stops early where most contacts match.
  const [row] = await ask<{ count: number }, Filtered>(
    ctx,
    question,
    (asked, bind) => `SELECT count(*)::int AS count FROM (
      SELECT FROM contacts c WHERE c.workspace_id = ${bind(asked.workspaceId)} AND ${isSought(asked, bind)}
        AND ${hasStatus(asked, bind)} AND ${hasTag(asked, bind)} LIMIT ${bind(limit)}
    ) counted`,
  );
  return row?.count ?? 0;
}

async function ask<Row extends object, Asked = Question>(
  ctx: Ctx,
  question: Asked,
  statement: (question: Asked, bind: Bind) => string,
): Promise<Row[]> {
  const values: unknown[] = [];
  const text = statement(question, (value) => `$${values.push(value)}`);
  return (await ctx.app.db.pool.query<Row>(text, values)).rows;
}

/** Whether the filters exceed a single status or tag, for which an index has the page's order. */
function isSifted({ search, status, tag }: Question): boolean {
  return Boolean(search) || status === 'cleaned' || Boolean(status && tag);
}

/** Contacts of a status, or of a tag, in the order of an index. */
function inOrder(question: Question, bind: Bind, limit = question.page.take): string {
  const { page, tag, workspaceId } = question;
  if (!tag) {
    return `SELECT ${columns} FROM contacts c WHERE ${onPage(question, bind)} AND ${hasStatus(question, bind)}
            ORDER BY c.id ${page.direction} LIMIT ${bind(limit)}`;
  }
  return `SELECT ${columns} FROM (
            SELECT contact_id FROM contact_tags
            WHERE workspace_id = ${bind(workspaceId)} AND ${inRange('contact_id', page, bind)} AND tag_id = (
              SELECT id FROM tags WHERE workspace_id = ${bind(workspaceId)} AND key = ${bind(tag)})
            ORDER BY contact_id ${page.direction} LIMIT ${bind(limit)}
          ) tagged JOIN contacts c ON c.workspace_id = ${bind(workspaceId)} AND c.id = tagged.contact_id
          ORDER BY c.id ${page.direction}`;
}

/** The matching contacts near the page's start, and the number of contacts read. */
function nearby(question: Question, bind: Bind): string {
  const { page, near = usuallyNear } = question;
  return `WITH near AS MATERIALIZED (${inOrder(question, bind, near)})
          SELECT (SELECT count(*) FROM near)::int AS seen, ARRAY(
            SELECT c.id FROM near c WHERE ${isSought(question, bind)} AND ${hasStatus(question, bind)}
            ORDER BY c.id ${page.direction} LIMIT ${bind(page.take)}) AS ids`;
}

/** All contacts that the index of a word, or of suppressed addresses, finds. */
function byIndex(question: Question, bind: Bind): string {
  const { page, search } = question;
  const indexed = search
    ? `contacts c WHERE ${hasPart(search, bind)}`
    : `(SELECT DISTINCT s.address_hash FROM suppressions s WHERE ${cleans(question, bind)}) s
       JOIN contacts c ON c.address_hash = s.address_hash WHERE true`;
  // OFFSET 0 keeps the limit and the other conditions out of the inner statement: with them, the planner would choose
  // the order of the key or a full scan.
  return `SELECT c.id FROM (SELECT ${columns} FROM ${indexed} AND ${onPage(question, bind)} OFFSET 0) c
          WHERE ${isSought(question, bind)} AND ${hasStatus(question, bind)} AND ${hasTag(question, bind)}
          ORDER BY c.id ${page.direction} LIMIT ${bind(page.take)}`;
}

/** Contacts of a status with a tag, for which there is no index. */
function walk(question: Question, bind: Bind): string {
  return `SELECT c.id FROM contacts c
          WHERE ${onPage(question, bind)} AND ${hasStatus(question, bind)} AND ${hasTag(question, bind)}
          ORDER BY c.id ${question.page.direction} LIMIT ${bind(question.page.take)}`;
}

function onPage({ workspaceId, page }: Question, bind: Bind): string {
  return `c.workspace_id = ${bind(workspaceId)} AND ${inRange('c.id', page, bind)}`;
}

function inRange(column: string, { range }: Keyset, bind: Bind): string {
  const below = range.lt === undefined ? 'true' : `${column} < ${bind(range.lt)}`;
  const above = range.gt === undefined ? 'true' : `${column} > ${bind(range.gt)}`;
  return `${below} AND ${above}`;
}

function hasStatus({ status }: Filtered, bind: Bind): string {
  return status && status !== 'cleaned' ? `c.status = ${bind(status)}::contact_status` : 'true';
}

function hasTag({ tag, workspaceId }: Filtered, bind: Bind): string {
  if (!tag) return 'true';
  return `EXISTS (
    SELECT FROM contact_tags ct JOIN tags t ON t.workspace_id = ct.workspace_id AND t.id = ct.tag_id
    WHERE ct.workspace_id = ${bind(workspaceId)} AND ct.contact_id = c.id AND t.key = ${bind(tag)})`;
}

/** The filters that no index has in the order of a page. */
function isSought(question: Filtered, bind: Bind): string {
  const { search, status } = question;
  const found = search ? hasText(search, bind) : 'true';
  if (status !== 'cleaned') return found;
  return `${found} AND EXISTS (
    SELECT FROM suppressions s WHERE s.address_hash = c.address_hash AND ${cleans(question, bind)})`;
}

function cleans({ platformId, workspaceId }: Filtered, bind: Bind): string {
  return `s.platform_id = ${bind(platformId)} AND s.blocks = 'all'
    AND (s.workspace_id IS NULL OR s.workspace_id = ${bind(workspaceId)})`;
}

/** Part of the address in any case. */
function hasText(search: string, bind: Bind): string {
  return `lower(c.email) LIKE lower(${bind(`%${search.replace(/[\\%_]/g, '\\$&')}%`)})`;
}

/** The same in the form of an index: trigrams of letters and digits, `short_parts` of any characters. */
function hasPart(search: string, bind: Bind): string {
  if (/[a-z0-9]{3}/i.test(search)) return hasText(search, bind);
  const text = `lower(${bind(search)})`;
  // For two characters and more, single letters would only add rows to read.
  return `short_parts(lower(c.email)) @> ARRAY(
    SELECT part FROM unnest(short_parts(${text})) part WHERE length(part) = least(2, length(${text})))`;
}
