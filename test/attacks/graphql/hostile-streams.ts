/** Subscriptions: too many, unread, dropped, resumed from anywhere, and documents that are dear for each event. */
import type { Attack, World } from '../harness/attack.ts';
import type { AttackerPlatform } from '../harness/attacker-platform.ts';
import { type HostileStream, openStream, replyOf, type StreamRequest } from '../harness/open-stream.ts';
import type { Reply } from '../harness/reply.ts';

const many = <Item>(count: number, make: (n: number) => Item) => Array.from({ length: count }, (_, n) => make(n));

const messages = (selection: string) => `subscription ($after: String) {
  live: workspaceMessages(workspace: "ref:shop", after: $after) { cursor changes { ${selection} } } }`;
const brief = messages('messageId state');
/** An event of it has up to 250 kB, where the payloads are large. */
const wide = messages('messageId state at message { id state event { id payload } }');

/** Characters in the payload of an event. */
const noteLength = 4_000;

interface Attacker {
  readonly platform: AttackerPlatform;
  open(given?: Partial<StreamRequest>): Promise<HostileStream>;
  /** Keys of the platform, beside its first. */
  keys(count: number): Promise<readonly string[]>;
  emits(count: number): Promise<readonly Reply[]>;
}

/** Closes what the attack opened. */
async function attacking(
  world: World,
  attack: (attacker: Attacker) => Promise<readonly Reply[]>,
): Promise<readonly Reply[]> {
  const platform = await world.platform();
  const opened: HostileStream[] = [];
  try {
    return await attack({
      platform,
      async open(given = {}) {
        const stream = await openStream({ url: world.place.url, token: platform.apiKey, query: brief, ...given });
        opened.push(stream);
        return stream;
      },
      keys: (count) => Promise.all(many(count, (n) => platform.key(`key ${n}`))),
      emits: (count) =>
        Promise.all(
          many(count, () =>
            platform.emit({
              payload: {
                customer_name: 'x'.repeat(noteLength),
                order_number: '1',
                tracking_url: 'https://example.com/1',
              },
            }),
          ),
        ),
    });
  } finally {
    for (const stream of opened) stream.drop();
  }
}

/** Opens many at once with a few keys. */
async function flood({ open, keys }: Attacker, count: number, ofKeys: number, given: Partial<StreamRequest> = {}) {
  const tokens = await keys(ofKeys);
  return Promise.all(many(count, (n) => open({ ...given, token: tokens[n % ofKeys] ?? '' })));
}

/** Repeats until the time is over, so many at once. */
async function loop(ms: number, width: number, once: () => Promise<Reply>): Promise<readonly Reply[]> {
  const until = performance.now() + ms;
  const replies: Reply[] = [];
  await Promise.all(
    many(width, async () => {
      while (performance.now() < until) replies.push(await once());
    }),
  );
  return replies;
}

function documents(name: string, made: () => Iterable<Partial<StreamRequest>>): Attack {
  return {
    name,
    run: (world) =>
      attacking(world, async ({ open }) => {
        const replies: Reply[] = [];
        for (const given of made()) {
          const stream = await open(given);
          replies.push(replyOf(stream));
          stream.drop();
        }
        return replies;
      }),
  };
}

const encoded = (text: string) => Buffer.from(text).toString('base64url');

export const attacks: readonly Attack[] = [
  {
    name: '1,000 streams of one key at once, while it emits',
    patience: 60_000,
    run: (world) =>
      attacking(world, async (attacker) => {
        const streams = await flood(attacker, 1_000, 1);
        const emits = await attacker.emits(200);
        await world.pause(3_000);
        return [...streams.map(replyOf), ...emits];
      }),
  },
  {
    name: '600 streams of six keys at once, while they emit',
    patience: 60_000,
    run: (world) =>
      attacking(world, async (attacker) => {
        const streams = await flood(attacker, 600, 6);
        const emits = await attacker.emits(200);
        await world.pause(3_000);
        return [...streams.map(replyOf), ...emits];
      }),
  },
  {
    name: '250 streams that read nothing, with events of 250 kB',
    patience: 90_000,
    run: (world) =>
      attacking(world, async (attacker) => {
        const streams = await flood(attacker, 250, 3, { query: wide, reads: false });
        const emits = await attacker.emits(1_000);
        await world.pause(10_000);
        const unended = streams.filter(({ ended }) => !ended).length;
        return [...streams.map(replyOf), ...emits, { label: `${unended} still open`, clear: true }];
      }),
  },
  {
    name: '250 streams with events of 250 kB',
    patience: 90_000,
    run: (world) =>
      attacking(world, async (attacker) => {
        const streams = await flood(attacker, 250, 3, { query: wide });
        const emits = await attacker.emits(500);
        await world.pause(10_000);
        const read = streams.reduce((sum, { bytes }) => sum + bytes, 0);
        return [...streams.map(replyOf), ...emits, { label: `${Math.round(read / 1_048_576)} MiB read`, clear: true }];
      }),
  },
  {
    name: '50 loops that open a stream and drop it',
    patience: 60_000,
    run: (world) =>
      attacking(world, ({ open }) =>
        loop(8_000, 50, async () => {
          const stream = await open();
          stream.drop();
          return stream.first;
        }),
      ),
  },
  {
    name: '50 loops that open a stream of a timeline and leave before the answer',
    patience: 60_000,
    run: (world) =>
      attacking(world, async ({ platform, open }) => {
        const emitted = await platform.emit();
        const { id } = emitted.body.data.message;
        const query = `subscription { live: messageTimeline(message: "${id}") { cursor } }`;
        const replies = await loop(5_000, 50, async () => {
          const stream = await open({ query, leavesAfter: 20 });
          stream.drop();
          return stream.first;
        });
        return [emitted, ...replies];
      }),
  },
  {
    name: '50 loops that resume from the first of 1,000 changes',
    patience: 90_000,
    run: (world) =>
      attacking(world, async ({ open, emits }) => {
        const { cursor, first, drop } = await open();
        drop();
        const emitted = await emits(500);
        const resumed = await loop(10_000, 50, async () => {
          const stream = await open({ query: wide, variables: { after: cursor } });
          await world.pause(100);
          stream.drop();
          return stream.first;
        });
        return [first, ...emitted, ...resumed];
      }),
  },
  {
    name: 'streams begin while an old transaction holds the watches',
    patience: 60_000,
    run: (world) =>
      attacking(world, async (attacker) => {
        await world.lock('SELECT FROM live_watches LIMIT 1');
        return (await flood(attacker, 250, 3)).map(replyOf);
      }),
  },
  documents('hostile cursors', function* () {
    const incarnation = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const cursors = [
      '',
      'x'.repeat(60_000),
      encoded('0'.repeat(40_000)),
      encoded(`${incarnation}.${'9'.repeat(18)}`),
      encoded(`${incarnation}.${'9'.repeat(40_000)}`),
      encoded(`${incarnation}.0`.repeat(1_000)),
      encoded('\u0000'.repeat(26)),
      encoded(`${incarnation}'; DROP TABLE live_watches; --.0`),
      '\u0000',
      '\ud800',
    ];
    for (const after of cursors) {
      yield { variables: { after } };
      yield {
        query: 'subscription ($after: String) { live: healthChanges(after: $after) { cursor } }',
        variables: { after },
      };
      yield {
        query: `subscription ($after: String) { live: messageTimeline(message: "${incarnation}", after: $after) { cursor } }`,
        variables: { after },
      };
    }
  }),
  documents('subscriptions of aliases, directives and depth', function* () {
    const nested = (depth: number): string => (depth === 0 ? 'id' : `id event { message { ${nested(depth - 1)} } }`);
    yield { query: messages(many(30, (n) => `a${n}: message { id state at: createdAt }`).join(' ')) };
    yield { query: messages(many(20_000, (n) => `a${n}: messageId`).join(' ')) };
    yield { query: messages(`messageId ${'@include(if: true) '.repeat(20_000)}`) };
    yield { query: messages(`messageId ${'@skip(if: false) '.repeat(3)}`) };
    for (const depth of [3, 10, 1_000]) yield { query: messages(`message { ${nested(depth)} }`) };
    yield { query: `${messages('...F')} fragment F on MessageChange { ...G } fragment G on MessageChange { ...F }` };
    yield { query: `subscription { ${many(1_000, (n) => `a${n}: healthChanges { cursor }`).join(' ')} }` };
    yield { query: 'subscription { __typename }' };
    yield { query: 'subscription ($on: Boolean! = false) { healthChanges @include(if: $on) { cursor } }' };
    yield { query: 'subscription { ...R } fragment R on Subscription { healthChanges { cursor } }' };
    yield { query: `${brief} ${brief.replace('subscription', 'subscription Other')}` };
  }),
  documents('batches of subscriptions, and other forms', function* () {
    yield { body: JSON.stringify(many(100, () => ({ query: brief }))) };
    yield { body: JSON.stringify([{ query: brief }]) };
    yield { body: JSON.stringify({ query: brief, extensions: { persistedQuery: { version: 1 } } }) };
    yield { headers: { accept: 'text/event-stream, multipart/mixed, application/json' } };
    yield { headers: { accept: `${'text/plain;q=0.1, '.repeat(500)}text/event-stream` } };
    yield { headers: { accept: 'application/json' } };
    yield {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `query=${encodeURIComponent(brief)}`,
    };
    yield { body: JSON.stringify({ query: `${brief} #${'x'.repeat(70_000)}` }) };
    yield { query: '{ workspaces { nodes { id } } }' };
  }),
];
