/** Lists read to their end, by the links that each page gives. */
import { expect } from 'vitest';
import type { Call, Platform } from './platform.ts';

interface Page {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly links: { readonly next: string | null };
  readonly meta: { readonly next_cursor: string | null };
}

/** All pages of a list; `between` runs after each of them. */
export async function readPages(
  platform: Platform,
  operationId: string,
  call: Call = {},
  between: () => Promise<unknown> = async () => undefined,
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  let query = call.query ?? {};
  for (;;) {
    const { status, body } = await platform.ask(operationId, { ...call, query });
    expect(status).toBe(200);
    pages.push(body);
    const { next } = body.links;
    if (next === null) return pages;
    query = Object.fromEntries(new URL(next).searchParams);
    expect(query).toEqual({ ...call.query, cursor: body.meta.next_cursor });
    await between();
  }
}

/** One field of every row of all pages. */
export function namesOf(pages: readonly Page[], field: string): readonly unknown[] {
  return pages.flatMap(({ data }) => data.map((row) => row[field]));
}
