import { expect, it } from 'vitest';
import { readCursor } from '../../rest/cursor.ts';
import { type Connection, showPage, showRead } from '../../rest/page.ts';

const url = 'https://tidings.example/v1/things';
const first = { url, filters: '', rows: 50, origin: null };
const connection = (pageInfo: Partial<Connection['pageInfo']>, nodes: readonly unknown[] = ['a', 'b']): Connection => ({
  edges: nodes.map((node) => ({ node })),
  pageInfo: { startCursor: 'start', endCursor: 'end', hasNextPage: false, hasPreviousPage: false, ...pageInfo },
});

it('asks for fifty rows, forward from the first and where the cursor leads', () => {
  expect(readCursor(undefined)).toEqual({ first: 50 });
  const { meta } = showPage(connection({ hasNextPage: true, hasPreviousPage: true }), first);
  expect(readCursor(meta.next_cursor ?? '')).toEqual({ first: 50, after: 'end' });
  expect(readCursor(meta.prev_cursor ?? '')).toEqual({ last: 50, before: 'start' });
});

it('asks for as many rows as a request wants, in each direction', () => {
  expect(readCursor(undefined, 7)).toEqual({ first: 7 });
  const { meta } = showPage(connection({ hasNextPage: true, hasPreviousPage: true }), { ...first, rows: 7 });
  expect(meta.per_page).toBe(7);
  expect(readCursor(meta.next_cursor ?? '', 7)).toEqual({ first: 7, after: 'end' });
  expect(readCursor(meta.prev_cursor ?? '', 7)).toEqual({ last: 7, before: 'start' });
});

it('links to nothing before the first and after the last page', () => {
  const page = showPage(connection({ startCursor: null, endCursor: null, hasNextPage: true }, []), first);
  expect(page).toEqual({
    data: [],
    links: { first: null, last: null, prev: null, next: null },
    meta: { path: url, per_page: 50, next_cursor: null, prev_cursor: null },
  });
});

it('has its links in a header too, where there are any', () => {
  const pageOf = (info: Partial<Connection['pageInfo']>) =>
    showRead({ page: connection(info) }, { ...first, shape: 'page', omitted: [], isTagged: false });
  const both = pageOf({ hasNextPage: true, hasPreviousPage: true });
  const { links } = both.body as ReturnType<typeof showPage>;
  expect(both.headers).toEqual({ Link: `<${links.prev}>; rel="prev", <${links.next}>; rel="next"` });
  expect(pageOf({}).headers).toEqual({});
});

it('shows what stands beside an object as its fields', () => {
  const shown = (found: Record<string, unknown>) =>
    showRead(found, { ...first, shape: 'data', omitted: [], isTagged: false }).body;
  expect(shown({ data: { id: 1 }, explanation: { verdict: 'bounced' } })).toEqual({
    data: { id: 1, explanation: { verdict: 'bounced' } },
  });
  expect(shown({ data: [1, 2] })).toEqual({ data: [1, 2] });
});

it('leads back from an empty page to where it was asked from', () => {
  const empty = connection({ startCursor: null, endCursor: null, hasPreviousPage: true }, []);
  const { meta } = showPage(empty, { ...first, origin: 'last row' });
  expect(readCursor(meta.prev_cursor ?? '')).toEqual({ last: 50, before: 'last row' });
});

it('keeps the filters in its links, encoded', () => {
  const filters = String(new URLSearchParams({ search: 'a&b=c d' }));
  const { links } = showPage(connection({ hasNextPage: true }), { ...first, filters });
  expect(links.next).toBe(`${url}?search=a%26b%3Dc+d&cursor=bmVuZA`);
});

it.each(['', 'n', 'bg', 'eGVuZA', 'bmVuZA==', 'bmVuZB', 'bm VuZA', 'ÿ', '_w'])(
  'does not read the cursor %j',
  (cursor) => {
    expect(readCursor(cursor)).toBeNull();
  },
);
