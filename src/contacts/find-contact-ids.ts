import type { Ctx } from '../context.ts';
import type { Keyset } from '../page.ts';

/** What a list of contacts is narrowed by; `cleaned` stands for contacts whose address is suppressed for all email. */
export interface ContactFilter {
  readonly search?: string | null | undefined;
  readonly status?: 'pending' | 'subscribed' | 'unsubscribed' | 'cleaned' | null | undefined;
  readonly tag?: string | null | undefined;
}

interface Question extends ContactFilter {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly page: Keyset;
  /** Contacts next to the page's start that are looked through before an index is asked. */
  readonly near?: number;
}

/** Some milliseconds, and more contacts than most workspaces have. */
const usuallyNear = 5_000;

/** What the conditions look at. */
const columns = 'c.workspace_id, c.id, c.email, c.address_hash, c.status';

type Bind = (value: unknown) => string;

/**
 * The ids of a page of contacts, in the page's order.
 *
 * The key's order finds soon what is frequent, an index finds soon what is rare, and of which kind a word is in one
 * workspace the planner does not know: its statistics are of all. So it is not left to choose. The contacts next to the
 * page's start are looked through; when more follow and they do not fill the page, the index of what is sought is asked.
 */
export async function findContactIds(ctx: Ctx, question: Question): Promise<string[]> {
  const { page, search, status, near = usuallyNear } = question;
  if (!isSifted(question)) return (await ask<{ id: string }>(ctx, question, inOrder)).map(({ id }) => id);
  const [close] = await ask<{ ids: string[]; seen: number }>(ctx, question, nearby);
  if (close && (close.ids.length === page.take || close.seen < near)) return close.ids;
  const far = search || status === 'cleaned' ? byIndex : walk;
  return (await ask<{ id: string }>(ctx, question, far)).map(({ id }) => id);
}

async function ask<Row extends object>(
  ctx: Ctx,
  question: Question,
  statement: (question: Question, bind: Bind) => string,
): Promise<Row[]> {
  const values: unknown[] = [];
  const text = statement(question, (value) => `$${values.push(value)}`);
  return (await ctx.app.db.pool.query<Row>(text, values)).rows;
}

/** Whether more is asked than an index has in the page's order: that is a status, or a tag. */
function isSifted({ search, status, tag }: Question): boolean {
  return Boolean(search) || status === 'cleaned' || Boolean(status && tag);
}

/** Contacts of a status, or of a tag, as an index has them. */
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

/** Of those next to the page's start, the ones that are sought, and how many were looked at. */
function nearby(question: Question, bind: Bind): string {
  const { page, near = usuallyNear } = question;
  return `WITH near AS MATERIALIZED (${inOrder(question, bind, near)})
          SELECT (SELECT count(*) FROM near)::int AS seen, ARRAY(
            SELECT c.id FROM near c WHERE ${isSought(question, bind)} AND ${hasStatus(question, bind)}
            ORDER BY c.id ${page.direction} LIMIT ${bind(page.take)}) AS ids`;
}

/** All that the index of a word, or of suppressed addresses, finds. */
function byIndex(question: Question, bind: Bind): string {
  const { page, search } = question;
  const indexed = search
    ? `contacts c WHERE ${hasPart(search, bind)}`
    : `(SELECT DISTINCT s.address_hash FROM suppressions s WHERE ${cleans(question, bind)}) s
       JOIN contacts c ON c.address_hash = s.address_hash WHERE true`;
  // The offset keeps the limit and the other conditions from the inner statement: for their sake it would be planned by
  // the order of the key, or by reading everything.
  return `SELECT c.id FROM (SELECT ${columns} FROM ${indexed} AND ${onPage(question, bind)} OFFSET 0) c
          WHERE ${isSought(question, bind)} AND ${hasStatus(question, bind)} AND ${hasTag(question, bind)}
          ORDER BY c.id ${page.direction} LIMIT ${bind(page.take)}`;
}

/** Contacts of a status that have a tag, of which no index knows. */
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

function hasStatus({ status }: Question, bind: Bind): string {
  return status && status !== 'cleaned' ? `c.status = ${bind(status)}::contact_status` : 'true';
}

function hasTag({ tag, workspaceId }: Question, bind: Bind): string {
  if (!tag) return 'true';
  return `EXISTS (
    SELECT FROM contact_tags ct JOIN tags t ON t.workspace_id = ct.workspace_id AND t.id = ct.tag_id
    WHERE ct.workspace_id = ${bind(workspaceId)} AND ct.contact_id = c.id AND t.key = ${bind(tag)})`;
}

/** What no index has in the order of a page. */
function isSought(question: Question, bind: Bind): string {
  const { search, status } = question;
  const found = search ? hasText(search, bind) : 'true';
  if (status !== 'cleaned') return found;
  return `${found} AND EXISTS (
    SELECT FROM suppressions s WHERE s.address_hash = c.address_hash AND ${cleans(question, bind)})`;
}

function cleans({ platformId, workspaceId }: Question, bind: Bind): string {
  return `s.platform_id = ${bind(platformId)} AND s.blocks = 'all'
    AND (s.workspace_id IS NULL OR s.workspace_id = ${bind(workspaceId)})`;
}

/** A part of the address in any case. */
function hasText(search: string, bind: Bind): string {
  return `lower(c.email) LIKE lower(${bind(`%${search.replace(/[\\%_]/g, '\\$&')}%`)})`;
}

/** The same, as an index finds it: trigrams are of letters and digits, `short_parts` of anything. */
function hasPart(search: string, bind: Bind): string {
  if (/[a-z0-9]{3}/i.test(search)) return hasText(search, bind);
  const text = `lower(${bind(search)})`;
  // Of two characters and more the single letters would only be more to go through.
  return `short_parts(lower(c.email)) @> ARRAY(
    SELECT part FROM unnest(short_parts(${text})) part WHERE length(part) = least(2, length(${text})))`;
}
