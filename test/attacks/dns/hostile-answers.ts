/** A name server that answers as none should: for sending domains, webhook hosts, and exchangers. */
import { type Answer as DnsAnswer, decode, encode, type Question } from 'dns-packet';
import type { Attack, World } from '../harness/attack.ts';
import { hostileHost, hostileZone } from '../harness/place.ts';
import type { Reply } from '../harness/reply.ts';

const many = <Item>(count: number, make: (n: number) => Item) => Array.from({ length: count }, (_, n) => make(n));

interface Asked {
  readonly message: Buffer;
  readonly id: number;
  readonly question: Question;
  readonly over: 'udp' | 'tcp';
}

type Behaviour = (asked: Asked) => readonly Buffer[];

/** Bytes of an answer over UDP that resolvers take; what is larger is asked again over TCP. */
const udpMax = 1_232;
const truncated = 0x0200;

function reply({ id, question, over }: Asked, answers: readonly DnsAnswer[], flags = 0x0400): Buffer {
  const packet = encode({ type: 'response', id, flags, questions: [question], answers: [...answers] });
  if (over === 'tcp' || packet.length <= udpMax) return packet;
  return encode({ type: 'response', id, flags: flags | truncated, questions: [question], answers: [] });
}

const txt = (name: string, data: string): DnsAnswer => ({
  type: 'TXT',
  name,
  ttl: 0,
  data: data.match(/.{1,255}/gs) ?? [''],
});
const a = (name: string, data: string): DnsAnswer => ({ type: 'A', name, ttl: 0, data });
const cname = (name: string, data: string): DnsAnswer => ({ type: 'CNAME', name, ttl: 0, data });
const mx = (name: string, exchange: string, preference = 10): DnsAnswer => ({
  type: 'MX',
  name,
  ttl: 0,
  data: { preference, exchange },
});

/** Records of the type that was asked for. */
function records({ question: { type, name } }: Asked, count: number, size: number): readonly DnsAnswer[] {
  switch (type) {
    case 'TXT':
      return many(count, (n) => txt(name, `v=spf1 ${n} `.padEnd(size, 'include:a ')));
    case 'MX':
      return many(count, (n) => mx(name, `mx${n}.${hostileZone}`, n));
    case 'A':
      return many(count, (n) => a(name, `127.0.${n >> 8}.${n & 255}`));
    default:
      return [];
  }
}

const behaviours: readonly (readonly [name: string, behaviour: Behaviour])[] = [
  ['a CNAME of itself', (asked) => [reply(asked, [cname(asked.question.name, asked.question.name)])]],
  [
    'CNAMEs without end',
    (asked) => [reply(asked, [cname(asked.question.name, `${Math.random().toString(36).slice(2)}.${hostileZone}`)])],
  ],
  [
    'a chain of 500 CNAMEs',
    (asked) => [
      reply(
        asked,
        many(500, (n) => cname(n === 0 ? asked.question.name : `c${n}.${hostileZone}`, `c${n + 1}.${hostileZone}`)),
      ),
    ],
  ],
  ['records of 60 kB', (asked) => [reply(asked, records(asked, 1, 60_000))]],
  ['700 records', (asked) => [reply(asked, records(asked, 700, 60))]],
  ['silence', () => []],
  [
    'truncated answers, over TCP too',
    (asked) => [
      encode({ type: 'response', id: asked.id, flags: 0x0400 | truncated, questions: [asked.question], answers: [] }),
    ],
  ],
  ['noise', (asked) => [Buffer.concat([asked.message.subarray(0, 2), Buffer.alloc(1_000, 0xc0)])]],
  [
    'a pointer to itself',
    (asked) => [
      Buffer.concat([
        asked.message.subarray(0, 2),
        Buffer.from([0x84, 0, 0, 1, 0, 1, 0, 0, 0, 0]),
        asked.message.subarray(12),
        Buffer.from([0xc0, asked.message.length, 0, 16, 0, 1, 0, 0, 0, 0, 0, 2, 0xc0, asked.message.length]),
      ]),
    ],
  ],
  [
    'a thousand answers to each question',
    (asked) => many(asked.over === 'tcp' ? 1 : 1_000, () => reply(asked, records(asked, 1, 50))),
  ],
  [
    'answers to other questions',
    (asked) => [
      encode({
        type: 'response',
        id: asked.id,
        flags: 0x0400,
        questions: [{ type: 'A', name: 'example.com' }],
        answers: [a('example.com', '127.0.0.1')],
      }),
    ],
  ],
  [
    'SERVFAIL, REFUSED and codes that are none',
    (asked) => [
      encode({
        type: 'response',
        id: asked.id,
        flags: 0x0400 | Math.floor(Math.random() * 15 + 1),
        questions: [asked.question],
      }),
    ],
  ],
  [
    'binary TXT',
    (asked) => [
      reply(asked, [
        asked.question.type === 'TXT'
          ? { type: 'TXT', name: asked.question.name, ttl: 0, data: many(50, () => Buffer.alloc(255, 0)) }
          : a(asked.question.name, '127.0.0.1'),
      ]),
    ],
  ],
];

async function serve(world: World, behaviour: Behaviour): Promise<void> {
  await world.nameServer((message, over) => {
    try {
      const { id, questions } = decode(message);
      const [question] = questions ?? [];
      return question ? behaviour({ message, id: id ?? 0, question, over }) : [];
    } catch {
      return [];
    }
  });
}

/** How long looking up may take before it is left to go on by itself; milliseconds. */
const lookUpWithin = 2_000;
let domains = 0;

/** The check of a sending domain, and the registration of endpoints, of names in the hostile zone. */
async function lookUp(world: World, behaviour: Behaviour): Promise<readonly Reply[]> {
  await serve(world, behaviour);
  const { rest } = await world.platform();
  domains += 1;
  const saved = await rest('PUT', '/sending-domain', { domain: `d${process.pid}-${domains}.${hostileZone}` });
  const verify = await rest('POST', '/sending-domain/verify');
  const endpoints = many(10, (n) =>
    rest('POST', '/webhook-endpoints', {
      url: `https://h${domains}-${n}.${hostileZone}/`,
      types: ['message.delivered'],
    }),
  );
  const answers = await Promise.all(endpoints);
  await world.pause(lookUpWithin);
  return [saved, verify, ...answers, await rest('GET', '/sending-domain')];
}

/** Mail to addresses in the hostile zone. */
async function mail(world: World, behaviour: Behaviour): Promise<readonly Reply[]> {
  await serve(world, behaviour);
  const { emit, outcome } = await world.platform();
  const emits = await Promise.all(many(40, (n) => emit({ recipient: { email: `a@m${n}.${hostileZone}` } })));
  return Promise.all(
    emits.map((emitted) =>
      outcome(emitted, lookUpWithin, true).then((reply) => ({
        ...reply,
        // The look-up goes on, and nobody else waits for it.
        clear: reply.clear || reply.label === 'mail sending',
      })),
    ),
  );
}

/** With exchangers in place, but policies, addresses or names that are dear. */
const mailBehaviours: readonly (readonly [name: string, behaviour: Behaviour])[] = [
  [
    'exchangers that refuse connections',
    (asked) => [
      reply(
        asked,
        asked.question.type === 'MX'
          ? [mx(asked.question.name, `mx.${hostileZone}`)]
          : [a(asked.question.name, '127.0.0.3')],
      ),
    ],
  ],
  [
    '1,000 exchangers whose addresses nobody tells',
    (asked) => (asked.question.type === 'MX' ? [reply(asked, records(asked, 1_000, 0))] : []),
  ],
  [
    'an exchanger of the longest name',
    (asked) => [
      reply(
        asked,
        asked.question.type === 'MX'
          ? [mx(asked.question.name, `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${hostileZone}`)]
          : [a(asked.question.name, hostileHost)],
      ),
    ],
  ],
  [
    'exchangers that are addresses',
    (asked) => [
      reply(
        asked,
        asked.question.type === 'MX'
          ? [mx(asked.question.name, '127.0.0.1'), mx(asked.question.name, '.'), mx(asked.question.name, 'localhost')]
          : [],
      ),
    ],
  ],
  [
    'a policy record of 60 kB',
    (asked) => [
      reply(
        asked,
        asked.question.type === 'TXT'
          ? [txt(asked.question.name, `v=STSv1; id=${'1'.repeat(60_000)};`)]
          : [a(asked.question.name, '127.0.0.3')],
      ),
    ],
  ],
];

export const attacks: readonly Attack[] = [
  ...behaviours.map(
    ([name, behaviour]): Attack => ({
      name: `${name}, for domains and endpoints`,
      patience: 40_000,
      run: (world) => lookUp(world, behaviour),
    }),
  ),
  ...[...behaviours, ...mailBehaviours].map(
    ([name, behaviour], n): Attack => ({
      name: `${name}, for exchangers`,
      transport: 'mx',
      patience: 30_000,
      ...(n % 2 === 1 ? {} : {}),
      run: (world) => mail(world, behaviour),
    }),
  ),
];
