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
}

/** Contacts next to the page's start that are looked through before an index is asked: some milliseconds. */
const near = 5_000;
/** Contacts that an index may bring to be sorted; of what is more frequent a page is never far. */
const few = 10_000;

/** What the conditions look at. */
const columns = 'c.workspace_id, c.id, c.email, c.address_hash, c.status';

type Bind = (value: unknown) => string;

/**
 * The ids of a page of contacts, in the page's order.
 *
 * The key's order finds soon what is frequent, an index finds soon what is rare, and of which kind a word is in one
 * workspace the planner does not know: its statistics are of all. So it is not left to choose. The contacts next to the
 * page's start are looked through; when they do not fill the page, the index of what is sought is asked; when that has
 * too many, which then all lie far away, the contacts are walked.
 */
export async function findContactIds(ctx: Ctx, question: Question): Promise<string[]> {
  const close = await ask<{ id: string }>(ctx, question, nearby);
  const isWhole = close.length === question.page.take || !isSifted(question);
  if (isWhole) return close.map(({ id }) => id);
  if (question.search || question.status === 'cleaned') {
    const [indexed] = await ask<{ ids: string[] | null }>(ctx, question, byIndex);
    if (indexed?.ids) return indexed.ids;
  }
  return (await ask<{ id: string }>(ctx, question, walk)).map(({ id }) => id);
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

function nearby(question: Question, bind: Bind): string {
  const { page, tag, workspaceId } = question;
  const limit = `LIMIT ${bind(isSifted(question) ? near : page.take)}`;
  const contacts = tag
    ? `SELECT ${columns} FROM (
         SELECT contact_id FROM contact_tags
         WHERE workspace_id = ${bind(workspaceId)} AND ${inRange('contact_id', page, bind)} AND tag_id = (
           SELECT id FROM tags WHERE workspace_id = ${bind(workspaceId)} AND key = ${bind(tag)})
         ORDER BY contact_id ${page.direction} ${limit}
       ) tagged JOIN contacts c ON c.workspace_id = ${bind(workspaceId)} AND c.id = tagged.contact_id`
    : `SELECT ${columns} FROM contacts c WHERE ${onPage(question, bind)} AND ${hasStatus(question, bind)}
       ORDER BY c.id ${page.direction} ${limit}`;
  return `SELECT c.id FROM (${contacts}) c WHERE ${isSought(question, bind)} AND ${hasStatus(question, bind)}
          ORDER BY c.id ${page.direction} LIMIT ${bind(page.take)}`;
}

function byIndex(question: Question, bind: Bind): string {
  const { page, platformId, search } = question;
  const indexed = search
    ? `SELECT ${columns} FROM contacts c WHERE ${onPage(question, bind)} AND ${hasPart(search, bind)}`
    : `SELECT ${columns} FROM suppressions s JOIN contacts c ON c.address_hash = s.address_hash
       WHERE s.platform_id = ${bind(platformId)} AND ${cleans} AND ${onPage(question, bind)}`;
  // Materialized: a statement that is asked for all it finds is planned by the index, not by the order of the page.
  return `WITH found AS MATERIALIZED (${indexed} LIMIT ${bind(few + 1)})
          SELECT CASE WHEN (SELECT count(*) FROM found) <= ${bind(few)} THEN ARRAY(
            SELECT DISTINCT c.id FROM found c
            WHERE ${isSought(question, bind)} AND ${hasStatus(question, bind)} AND ${hasTag(question, bind)}
            ORDER BY c.id ${page.direction} LIMIT ${bind(page.take)}) END AS ids`;
}

function walk(question: Question, bind: Bind): string {
  return `SELECT c.id FROM contacts c
          WHERE ${onPage(question, bind)} AND ${hasStatus(question, bind)} AND ${hasTag(question, bind)}
            AND ${isSought(question, bind)}
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
function isSought({ search, status, platformId }: Question, bind: Bind): string {
  const found = search ? hasText(search, bind) : 'true';
  if (status !== 'cleaned') return found;
  return `${found} AND EXISTS (
    SELECT FROM suppressions s
    WHERE s.platform_id = ${bind(platformId)} AND s.address_hash = c.address_hash AND ${cleans})`;
}

const cleans = `s.blocks = 'all' AND (s.workspace_id IS NULL OR s.workspace_id = c.workspace_id)`;

/** A part of the address in any case. */
function hasText(search: string, bind: Bind): string {
  return `lower(c.email) LIKE lower(${bind(`%${search.replace(/[\\%_]/g, '\\$&')}%`)})`;
}

/** The same, as an index finds it: trigrams are of letters and digits, `short_parts` of anything. */
function hasPart(search: string, bind: Bind): string {
  if (/[a-z0-9]{3}/i.test(search)) return hasText(search, bind);
  return `short_parts(lower(c.email)) @> short_parts(lower(${bind(search)}))`;
}
