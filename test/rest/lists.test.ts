/** Lists that are read page by page while rows come and go show each row that stays once, in their order. */
import { beforeAll, describe, expect, it } from 'vitest';
import { openPlatform, type Platform } from './harness/platform.ts';
import { suppressBySql } from './harness/suppressions.ts';

interface Kept {
  readonly operationId: string;
  /** The field that names a row. */
  readonly field: string;
  add(platform: Platform, names: readonly string[]): Promise<void>;
  remove(platform: Platform, name: string): Promise<void>;
}

const lists: readonly Kept[] = [
  {
    operationId: 'listContacts',
    field: 'reference',
    async add(platform, names) {
      const contacts = names.map((reference) => ({ reference, email: `${reference}@example.com` }));
      await platform.ask('upsertContacts', { body: { contacts } });
    },
    async remove(platform, name) {
      await platform.ask('deleteContact', { path: { contact: `ref:${name}` } });
    },
  },
  {
    operationId: 'listWorkspaces',
    field: 'reference',
    async add(platform, names) {
      for (const name of names) await platform.newWorkspace(name);
    },
    async remove(platform, name) {
      await platform.ask('deleteWorkspace', { path: { workspace: `ref:${name}` } });
    },
  },
  {
    operationId: 'listEventTypes',
    field: 'name',
    async add(platform, names) {
      for (const name of names) await platform.ask('saveEventType', { path: { name }, body: { fields: [] } });
    },
    async remove(platform, name) {
      await platform.ask('deleteEventType', { path: { name } });
    },
  },
  {
    operationId: 'listSuppressions',
    field: 'email',
    async add(platform, names) {
      const { workspace } = platform;
      for (const email of names) await suppressBySql(platform, { workspace, email, reason: 'soft_bounces' });
    },
    async remove(platform, name) {
      const { body } = await platform.ask('listSuppressions', { query: { search: name } });
      await platform.ask('liftSuppression', { path: { id: body.data[0].id } });
    },
  },
];

/** Names in an order of their own, so that new ones fall everywhere into a list by name. */
function names(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `${String.fromCharCode(97 + ((at * 7) % 26))}.${prefix}.${at}`);
}

describe.each(lists)('$operationId', ({ operationId, field, add, remove }) => {
  const lasting = names('stays', 60);
  let passing = names('goes', 60);
  let platform: Platform;
  let added = 0;

  beforeAll(async () => {
    platform = await openPlatform(operationId);
    // One that stays, one that goes, in turn.
    for (const [at, name] of lasting.entries()) await add(platform, [name, passing[at] ?? '']);
  });

  /** Reads on from `cursor` in one direction; rows go and come between the pages. */
  async function read(direction: 'next_cursor' | 'prev_cursor', cursor: string | null) {
    const seen: string[][] = [];
    let at = cursor;
    do {
      const { body } = await platform.ask(operationId, { query: at === null ? {} : { cursor: at } });
      seen.push(body.data.map((row: Record<string, string>) => row[field]));
      at = body.meta[direction];
      // The row that the page ended with goes too, if it may.
      const end = [seen.at(-1)?.at(-1), seen.at(-1)?.at(0)].find((name) => passing.includes(name ?? ''));
      for (const name of new Set([end, passing[0]])) {
        if (name === undefined) continue;
        await remove(platform, name);
        passing = passing.filter((other) => other !== name);
      }
      await add(platform, names(`comes-${added++}`, 3));
    } while (at !== null);
    return { seen, last: seen.length };
  }

  it('shows each lasting row once, forward and back', async () => {
    const forward = await read('next_cursor', null);
    const order = forward.seen.flat().filter((name) => lasting.includes(name));
    expect(order.toSorted()).toEqual(lasting.toSorted());
    expect(new Set(forward.seen.flat()).size).toBe(forward.seen.flat().length);
    expect(forward.seen.length).toBeGreaterThan(2);

    // From the end back to the beginning: the last page's own way back.
    let cursor: string | null = null;
    let page = (await platform.ask(operationId)).body;
    const pages = [page];
    while (page.meta.next_cursor !== null) {
      page = (await platform.ask(operationId, { query: { cursor: page.meta.next_cursor } })).body;
      pages.push(page);
    }
    const ending = page.data.map((row: Record<string, string>) => row[field]);
    cursor = page.meta.prev_cursor;
    const back = await read('prev_cursor', cursor);
    const backwards = [...back.seen.toReversed().flat(), ...ending].filter((name) => lasting.includes(name));
    expect(backwards).toEqual(order);
  });
});
