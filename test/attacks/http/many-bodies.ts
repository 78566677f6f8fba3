/** Many large bodies at once: what is held of them must be bounded, and nothing is held for a key that is not valid. */
import type { Attack, World } from '../harness/attack.ts';
import { openSockets } from '../harness/bare-requests.ts';
import { type Answer, readRawAnswer } from '../harness/reply.ts';

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

/** Begins a body on each of `count` connections, and sends a byte of it a second until `stop` is called. */
async function dripping(world: World, token: string, count: number, length: string) {
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
  const chunked = length.startsWith('Transfer');
  const sockets = await openSockets(world, count);
  for (const socket of sockets) await socket.write(`${head}${length}\r\n\r\n`);
  const drip = setInterval(() => {
    for (const socket of sockets) if (!socket.closed) void socket.write(chunked ? '1\r\n \r\n' : ' ');
  }, 1_000);
  return {
    sockets,
    stop() {
      clearInterval(drip);
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Bodies that end neither by themselves nor while a third platform sends its own, which must be taken. */
function neverEnding(name: string, count: number, length: string): Attack {
  return {
    name,
    patience: 60_000,
    async run(world) {
      const third = await world.platform();
      const others = [await world.anotherPlatform(), await world.anotherPlatform()];
      const held = await Promise.all(others.map(({ apiKey }) => dripping(world, apiKey, count, length)));
      try {
        const answers: Answer[] = [];
        for (let n = 0; n < 6; n += 1) {
          await world.pause(1_000);
          const answer = await third.emit({
            payload: { customer_name: 'x'.repeat(100_000), order_number: '1', tracking_url: 'https://example.com/1' },
          });
          answers.push({ ...answer, clear: answer.status === 202 });
        }
        const replies = held.flatMap(({ sockets }) => sockets.map(({ text }) => readRawAnswer(text)));
        return [...answers, ...replies.map((reply) => (reply.status === 0 ? { ...reply, clear: true } : reply))];
      } finally {
        for (const { stop } of held) stop();
      }
    },
  };
}

/** Lost connections say little, but cost the service nothing: right for a caller without a key. */
const mayBeCut = (answers: readonly Answer[]) =>
  answers.map((answer) =>
    answer.status === 0 && answer.label.startsWith('connection lost') ? { ...answer, clear: true } : answer,
  );

export const attacks: readonly Attack[] = [
  neverEnding('chunked bodies of two platforms that never end', 3, 'Transfer-Encoding: chunked'),
  neverEnding('bodies of 32 MiB of two platforms that never end', 3, `Content-Length: ${32 * mebibyte}`),
  neverEnding('400 small bodies of each of two platforms that never end', 400, 'Content-Length: 60000'),
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
