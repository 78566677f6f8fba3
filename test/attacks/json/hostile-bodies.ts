/** Bodies within the limit of an emit that are dear to read. */
import type { Attack, World } from '../harness/attack.ts';
import type { Answer } from '../harness/reply.ts';

const megabyte = 1_000_000;
const emitPath = '/v1/workspaces/ref:shop/events';

const around = (inner: string) =>
  `{"type":"order.shipped","idempotency_key":"k","recipient":{"email":"a@example.com"},"payload":${inner}}`;
const list = (unit: string, bytes: number) => `[${`${unit},`.repeat(Math.floor(bytes / (unit.length + 1)))}${unit}]`;

async function post(world: World, body: string, path = emitPath): Promise<Answer> {
  const { apiKey } = await world.platform();
  return world.request({ method: 'POST', path, token: apiKey, body });
}

function emitOf(name: string, body: () => string, more: Partial<Attack> = {}): Attack {
  return { name, patience: 60_000, ...more, run: async (world) => [await post(world, body())] };
}

export const attacks: readonly Attack[] = [
  emitOf('30 MB of {} in the payload', () => around(list('{}', 30 * megabyte))),
  emitOf('30 MB of 1 in the payload', () => around(list('1', 30 * megabyte))),
  emitOf('30 MB of [] beside the payload', () => `{"x":${list('[]', 30 * megabyte)}}`),
  emitOf('30 MB of "" as files', () => `{"attachments":${list('""', 30 * megabyte)}}`),
  emitOf('one integer of 30 MB', () => around(`{"order_number":1${'0'.repeat(30 * megabyte)}}`)),
  emitOf('one integer of 1 MB', () => around(`{"order_number":${'9'.repeat(megabyte)}}`)),
  emitOf('one fraction of 30 MB', () => around(`{"order_number":0.${'1'.repeat(30 * megabyte)}}`)),
  emitOf('100,000 integers of 310 digits', () => around(list('9'.repeat(310), 30 * megabyte))),
  emitOf('exponents of ten digits', () => around(list('1e9999999999', 30 * megabyte))),
  emitOf('lists 15,000,000 deep', () => around(`${'['.repeat(15 * megabyte)}${']'.repeat(15 * megabyte)}`)),
  emitOf('objects 5,000,000 deep', () => around(`${'{"a":'.repeat(5 * megabyte)}1${'}'.repeat(5 * megabyte)}`)),
  emitOf('lists without end', () => '['.repeat(30 * megabyte)),
  emitOf('2,000,000 keys in one object', () =>
    around(`{${Array.from({ length: 2_000_000 }, (_, n) => `"k${n}":1`).join(',')}}`),
  ),
  emitOf('one key 5,000,000 times', () => around(`{${list('"a":1', 30 * megabyte).slice(1, -1)}}`)),
  emitOf(
    'keys that are numbers, falling',
    () => around(`{${Array.from({ length: 1_500_000 }, (_, n) => `"${4_000_000_000 - n * 7}":1`).join(',')}}`),
    {},
  ),
  emitOf('one string of 30 MB', () => around(`{"order_number":"${'a'.repeat(30 * megabyte)}"}`)),
  emitOf('one key of 30 MB', () => around(`{"${'a'.repeat(30 * megabyte)}":1}`)),
  emitOf('30 MB of escapes', () => around(`{"order_number":"${'\\u0061'.repeat(5 * megabyte)}"}`)),
  emitOf('5,000,000 halves of surrogate pairs', () => around(list('"\\ud800"', 30 * megabyte))),
  emitOf('500,000 strings with U+0000 at the end of a path', () =>
    around(list('{"a":{"b":"\\u0000"}}', 12 * megabyte)),
  ),
  emitOf('30 MB of blanks', () => ' '.repeat(30 * megabyte)),
  emitOf('30 MB that is no JSON', () => 'x'.repeat(30 * megabyte)),
  emitOf('30 MB of __proto__', () => around(`{${list('"__proto__":1', 30 * megabyte).slice(1, -1)}}`)),
  emitOf(
    '200,000 unknown fields',
    () => `{${Array.from({ length: 200_000 }, (_, n) => `"unknown_${n}":1`).join(',')}}`,
  ),
  {
    name: '8 MB of {} in a batch of contacts',
    patience: 60_000,
    run: async (world) => [
      await post(world, `{"contacts":${list('{}', 7.9 * megabyte)}}`, '/v1/workspaces/ref:shop/contacts/batch'),
    ],
  },
  {
    name: 'batches whose 500 items all fail everywhere',
    async run(world) {
      const attributes = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`no_such_${n}`, 1]));
      const contacts = Array.from({ length: 500 }, (_, n) => ({
        reference: `r${n}`,
        email: `r${n}@example.com`,
        attributes,
      }));
      return [await post(world, JSON.stringify({ contacts }), '/v1/workspaces/ref:shop/contacts/batch')];
    },
  },
  {
    name: '2 MB of fields in an event type',
    async run(world) {
      const { rest } = await world.platform();
      const field = {
        name: 'a',
        type: 'object',
        fields: Array.from({ length: 20_000 }, (_, n) => ({ name: `f${n}`, type: 'string' })),
      };
      return [await rest('PUT', '/event-types/wide', { fields: [field] })];
    },
  },
  {
    name: 'event fields 10,000 deep',
    async run(world) {
      const { rest } = await world.platform();
      const depth = 10_000;
      const body = `{"fields":${'[{"name":"a","type":"object","fields":'.repeat(depth)}[]${'}]'.repeat(depth)}}`;
      return [await rest('PUT', '/event-types/deep', body)];
    },
  },
  {
    name: 'a payload of 524,000 bytes, its list full of faults',
    async run(world) {
      const platform = await world.platform();
      await platform.rest('PUT', '/event-types/listed', {
        fields: [{ name: 'rows', type: 'list', fields: [{ name: 'a', type: 'number', required: true }] }],
      });
      return [
        await platform.emit({ type: 'listed', payload: { rows: Array.from({ length: 60_000 }, () => ({ b: 1 })) } }),
      ];
    },
  },
  {
    name: 'dates, urls and addresses made to backtrack',
    async run(world) {
      const platform = await world.platform();
      const types = ['date', 'datetime', 'url', 'email'];
      await platform.rest('PUT', '/event-types/scalars', { fields: types.map((type) => ({ name: type, type })) });
      const long = 120_000;
      return [
        await platform.emit({
          type: 'scalars',
          payload: {
            date: `2026-01-01${' '.repeat(long)}x`,
            datetime: `2026-01-01T00:00:00.${'0'.repeat(long)}Z`,
            url: `https://${'a.'.repeat(long / 2)}/`,
            email: `${'a.'.repeat(long / 2)}@${'a-'.repeat(100)}`,
          },
        }),
      ];
    },
  },
];
