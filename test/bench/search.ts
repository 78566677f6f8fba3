import { atMost, type Bench, type Pair } from './kit/bench.ts';
import { emitSample } from './kit/copy-messages.ts';
import { median, rounded } from './kit/figures.ts';
import { fillOtherLists, largeWorkspace, listId } from './kit/fill-lists.ts';
import { startListPlace } from './kit/list-place.ts';
import type { TimedRequest } from './kit/start-load.ts';

/** Requests of each filter in one measurement; the slow ones end sooner, after the time of start-load.ts. */
const rounds = 15;

const workspace = `/v1/workspaces/ref:${largeWorkspace}`;
const contacts = (filter: string) => `${workspace}/contacts${filter}`;
const search = (text: string) => contacts(`?search=${encodeURIComponent(text)}`);

function messages(name: string, filter: string): TimedRequest {
  const query = `{ messages(workspace: "ref:${largeWorkspace}"${filter}) { edges { node { id state recipient } } } }`;
  return { name, method: 'POST', path: '/graphql', body: JSON.stringify({ query }) };
}

const get = (name: string, path: string): TimedRequest => ({ name, method: 'GET', path });

/** Cursors of REST: after a row, or before a row. */
const cursor = (letter: 'n' | 'p', id: string) =>
  Buffer.from(letter + Buffer.from(id).toString('base64url')).toString('base64url');

/** Each list: its first page without a filter, and its filters. */
function lists(rows: number): readonly { readonly plain: TimedRequest; readonly filters: readonly TimedRequest[] }[] {
  const fromEnd = `&cursor=${cursor('p', listId(1))}`;
  const fromMiddle = `&cursor=${cursor('n', listId(rows / 2))}`;
  return [
    {
      plain: get('contacts', contacts('')),
      filters: [
        get('contacts searched by a common character', search('a')),
        get('contacts by a rare one', search('~')),
        get('contacts by one that is in no address', search('ß')),
        get('contacts by signs of patterns', search('%_')),
        get('contacts by two common characters', search('.1')),
        get('contacts by two that are in no address', search('zq')),
        get('contacts by a common word', search('shop')),
        get('contacts by a common word, from the middle', `${search('shop')}${fromMiddle}`),
        get('contacts by a word of the older half', search('example')),
        get('contacts by a word of the newer half, from the end', `${search('.test')}${fromEnd}`),
        get('contacts by two characters of the older half', search('xa')),
        get('contacts by signs alone', search('@..')),
        get('contacts by a whole address', search(`.${Math.floor(rows / 2)}@shop0.example`)),
        get('contacts by a word that is in no address', search('nobody')),
        get('contacts by 255 characters', search('shop.example'.repeat(22).slice(0, 255))),
        get('contacts by status', contacts('?status=subscribed')),
        get('contacts by a status of none', contacts('?status=unsubscribed')),
        get('contacts of suppressed addresses', contacts('?status=cleaned')),
        get('contacts of suppressed addresses, from the end', contacts(`?status=cleaned${fromEnd}`)),
        get('contacts by a rare tag', contacts('?tag=vip')),
        get('contacts by a tag of all', contacts('?tag=all')),
        get('contacts by a tag of none', contacts('?tag=none')),
        get('contacts by a rare tag and a word', contacts('?tag=vip&search=shop')),
        get('contacts by a tag of all and a word of none', contacts('?tag=all&search=nobody')),
        get('contacts by a tag of all and a word of the older half', contacts('?tag=all&search=example')),
        get('contacts by a tag of all and a status of none', contacts('?tag=all&status=unsubscribed')),
        get('contacts by three filters', contacts('?tag=all&status=cleaned&search=example')),
      ],
    },
    {
      plain: get('suppressions', `${workspace}/suppressions`),
      filters: [
        get('suppressions searched by a common word', `${workspace}/suppressions?search=gone`),
        get('suppressions by a common character', `${workspace}/suppressions?search=e`),
        get('suppressions by a word of the platform’s', `${workspace}/suppressions?search=wide`),
        get('suppressions by a whole address', `${workspace}/suppressions?search=gone-77%40`),
        get('suppressions by a word that is in none', `${workspace}/suppressions?search=nobody`),
        get('suppressions of a workspace without any', '/v1/workspaces/ref:shop-1/suppressions'),
      ],
    },
    {
      plain: get('webhooks', '/v1/webhooks'),
      filters: [
        get('webhooks by a rare state', '/v1/webhooks?state=failed'),
        get('webhooks by a state of none', '/v1/webhooks?state=pending'),
        get('webhooks by the state of most', '/v1/webhooks?state=delivered'),
        get('webhooks by a rare endpoint', `/v1/webhooks?endpoint=${listId(2)}`),
        get('webhooks by a rare type', '/v1/webhooks?type=message.bounced'),
        get('webhooks by a type of none', '/v1/webhooks?type=message.failed'),
        get('webhooks by two filters', `/v1/webhooks?type=message.bounced&endpoint=${listId(1)}`),
        get(
          'webhooks by two filters that exclude each other',
          `/v1/webhooks?type=message.delivered&endpoint=${listId(2)}`,
        ),
        get('webhooks by three filters', `/v1/webhooks?type=message.bounced&state=failed&endpoint=${listId(1)}`),
      ],
    },
    {
      plain: messages('messages', ''),
      filters: [
        messages('messages by state', ', filter: { state: delivered }'),
        messages('messages by a state of none', ', filter: { state: bounced }'),
        messages('messages that wait', ', filter: { state: queued }'),
        messages('messages by recipient', ', filter: { recipient: "copy-77@example.com" }'),
        messages('messages by a contact of none', `, filter: { contact: "${listId(1)}" }`),
        messages('messages by two filters', ', filter: { recipient: "copy-77@example.com", state: bounced }'),
      ],
    },
  ];
}

export const bench: Bench = {
  name: 'search',
  measures:
    'The slowest of the filters that REST and GraphQL offer on contacts, suppressions, webhooks and messages, 1,000,000 rows each, p50; beside the first page of the same list without a filter.',
  async run(lab) {
    const { platform, database, rows, time } = await startListPlace(lab);
    await emitSample(platform);
    await fillOtherLists(database.pool, platform.id, rows);
    await database.pool.query('VACUUM ANALYZE');
    const all = lists(rows);
    const requests = all.flatMap(({ plain, filters }) => [plain, ...filters]);
    await time(requests, 1);
    const measured: ReadonlyMap<string, number>[] = [];
    for (let n = 1; n <= lab.settings.pairs; n += 1) {
      measured.push(await time(requests, rounds));
      lab.say(`  round ${n} of ${lab.settings.pairs}`);
    }
    const pairsOf = (name: string, plain: string): readonly Pair[] =>
      measured.map((times) => ({ ours: times.get(name) ?? Number.NaN, yardstick: times.get(plain) ?? Number.NaN }));
    const kinds = all.flatMap(({ plain, filters }) =>
      filters.map(({ name }) => {
        const pairs = pairsOf(name, plain.name);
        const ours = median(pairs.map((pair) => pair.ours));
        return { name, pairs, ours, ratio: ours / median(pairs.map((pair) => pair.yardstick)) };
      }),
    );
    const [slowest] = kinds.toSorted((a, b) => b.ratio - a.ratio);
    if (!slowest) throw new Error('Nothing was measured.');
    return {
      figures: [{ name: 'search', pairs: slowest.pairs, unit: 'ms a page', target: atMost(20, 5) }],
      notes: [
        `The slowest is ${slowest.name}, among ${rows} rows.`,
        ...kinds.map(({ name, ours, ratio }) => `${name}: ${rounded(ours)} ms, ${rounded(ratio)} ×`),
      ],
    };
  },
};
