/** Many large bodies at once: what is held of them must be bounded, and nothing is held for a key that is not valid. */
import type { Attack, World } from '../harness/attack.ts';
import type { Answer } from '../harness/reply.ts';

const mebibyte = 1_048_576;
const path = '/v1/workspaces/ref:shop/events';
const unknownKey = `td_${'0'.repeat(40)}`;

/** Valid JSON of nearly 32 MiB, refused by its schema. */
const largeBody = () => Buffer.from(`{"type":"${'x'.repeat(32 * mebibyte - 1_000)}"}`);

async function* slowly(body: Buffer, parts: number, gapMs: number): AsyncGenerator<Uint8Array> {
  const size = Math.ceil(body.length / parts);
  for (let at = 0; at < body.length; at += size) {
    yield body.subarray(at, at + size);
    await new Promise((resolve) => setTimeout(resolve, gapMs));
  }
}

async function atOnce(
  world: World,
  count: number,
  body: () => Buffer | AsyncIterable<Uint8Array>,
  token: string,
  to = path,
) {
  const sent = Array.from({ length: count }, () => world.request({ method: 'POST', path: to, token, body: body() }));
  return Promise.all(sent);
}

/** Lost connections say little, but cost the service nothing: right for a caller without a key. */
const mayBeCut = (answers: readonly Answer[]) =>
  answers.map((answer) =>
    answer.status === 0 && answer.label.startsWith('connection lost') ? { ...answer, clear: true } : answer,
  );

export const attacks: readonly Attack[] = [
  {
    name: 'a hundred bodies of 32 MiB at once',
    patience: 120_000,
    async run(world) {
      const { apiKey } = await world.platform();
      const body = largeBody();
      return atOnce(world, 100, () => body, apiKey);
    },
  },
  {
    name: 'a hundred bodies of 32 MiB that come slowly',
    patience: 120_000,
    async run(world) {
      const { apiKey } = await world.platform();
      const body = largeBody();
      return atOnce(world, 100, () => slowly(body, 40, 50), apiKey);
    },
  },
  {
    name: 'thirty emits with 10 MB of files at once',
    patience: 120_000,
    async run(world) {
      const { apiKey } = await world.platform();
      const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(9_900_000, 0x61)]).toString('base64');
      return Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          world.request({
            method: 'POST',
            path,
            token: apiKey,
            body: JSON.stringify({
              type: 'order.shipped',
              idempotency_key: `file-${n}`,
              recipient: { email: `file-${n}@example.com` },
              payload: { order_number: '1', tracking_url: 'https://example.com/1' },
              attachments: [{ filename: 'a.pdf', content }],
            }),
          }),
        ),
      );
    },
  },
  {
    name: 'a hundred bodies of 32 MiB with a key that is not valid',
    patience: 60_000,
    async run(world) {
      const body = largeBody();
      return mayBeCut(await atOnce(world, 100, () => body, unknownKey));
    },
  },
  {
    name: 'two hundred slow bodies of 8 MiB with a key that is not valid',
    patience: 60_000,
    async run(world) {
      const body = Buffer.alloc(8 * mebibyte, 0x20);
      return mayBeCut(await atOnce(world, 200, () => slowly(body, 20, 100), unknownKey));
    },
  },
  {
    name: 'a hundred GraphQL bodies of 30 MB at once',
    patience: 120_000,
    async run(world) {
      const { apiKey } = await world.platform();
      const body = Buffer.from(`{"query":"{ currentKey { id } }","variables":{"a":"${'x'.repeat(30_000_000)}"}}`);
      return atOnce(world, 100, () => body, apiKey, '/graphql');
    },
  },
  {
    name: 'GraphQL bodies of 30 MB with a key that is not valid',
    patience: 60_000,
    async run(world) {
      const body = Buffer.alloc(30 * mebibyte, 0x20);
      return mayBeCut(await atOnce(world, 50, () => body, unknownKey, '/graphql'));
    },
  },
  {
    name: 'twenty chunked bodies of 200 MB',
    patience: 60_000,
    async run(world) {
      const { apiKey } = await world.platform();
      const part = Buffer.alloc(mebibyte, 0x20);
      async function* endless() {
        for (let n = 0; n < 200; n += 1) yield part;
      }
      return mayBeCut(await atOnce(world, 20, endless, apiKey));
    },
  },
  {
    name: 'batches of 8 MiB, sixty at once',
    patience: 120_000,
    async run(world) {
      const { apiKey } = await world.platform();
      const contacts = Array.from({ length: 500 }, (_, n) => ({ reference: `r${n}`, email: 'x'.repeat(15_000) }));
      const body = Buffer.from(JSON.stringify({ contacts }));
      return atOnce(world, 60, () => body, apiKey, '/v1/workspaces/ref:shop/contacts/batch');
    },
  },
];
