import { pageSize } from '../../src/ground/lists/keyset.ts';
import { atMost, type Bench } from './kit/bench.ts';
import { largeWorkspace, listId } from './kit/fill-lists.ts';
import { startListPlace } from './kit/list-place.ts';
import { runPairs } from './kit/run-pairs.ts';

const rounds = 60;

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly meta: { readonly next_cursor: string };
}

export const bench: Bench = {
  name: 'list',
  measures:
    'p50 of the last page but one of 1,000,000 contacts over REST, 20,000 pages on, beside the first page of the same list.',
  async run(lab) {
    const { platform, database, rows, time } = await startListPlace(lab);
    await database.pool.query('VACUUM ANALYZE');
    const path = `/v1/workspaces/ref:${largeWorkspace}/contacts`;
    const first = (await platform.rest('GET', path.slice(3))) as Page;
    // Newest first: two pages are left after the row of this number.
    const cursor = cursorAt(first, listId(2 * pageSize));
    const deep = `${path}?cursor=${cursor}`;
    const { data } = (await platform.rest('GET', deep.slice(3))) as Page;
    if (data.at(0)?.id !== listId(2 * pageSize - 1)) throw new Error('The cursor does not lead to the last pages.');
    const page = async (name: string, at: string) => {
      const times = await time([{ name, method: 'GET', path: at }], rounds);
      return times.get(name) ?? Number.NaN;
    };
    await page('warm', path);
    await page('warm', deep);
    const pairs = await runPairs(
      lab,
      'ms',
      () => page('deep', deep),
      () => page('first', path),
    );
    return {
      figures: [{ name: 'list', pairs, unit: 'ms a page', target: atMost(1.3) }],
      notes: [`Among ${rows} contacts of one workspace, beside 999 others; page ${Math.floor(rows / pageSize) - 1}.`],
    };
  },
};

/** The cursor of a page, with the id of another row in the place of the page's last. */
function cursorAt({ data, meta }: Page, id: string): string {
  const last = data.at(-1)?.id ?? '';
  const text = Buffer.from(meta.next_cursor, 'base64url').toString('utf8');
  const inner = Buffer.from(text.slice(1), 'base64').toString('utf8');
  if (!inner.includes(last)) throw new Error('A cursor does not hold the id of its row.');
  const changed = Buffer.from(inner.replace(last, id)).toString('base64');
  return Buffer.from(`${text[0]}${changed}`).toString('base64url');
}
