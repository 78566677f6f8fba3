/** Work for the database: many requests of one platform at once, and rows that stay locked. */
import type { Attack, World } from '../harness/attack.ts';
import type { AttackerPlatform } from '../harness/attacker-platform.ts';
import type { Answer } from '../harness/reply.ts';

const many = <Item>(count: number, make: (n: number) => Item) => Array.from({ length: count }, (_, n) => make(n));

function batch(from: number, size = 500) {
  return {
    contacts: many(size, (n) => ({
      reference: `r${from + n}`,
      email: `r${from + n}@example.com`,
      tags: many(10, (tag) => `tag ${tag}`),
    })),
  };
}

const batches = ({ rest }: AttackerPlatform, count: number, from: (n: number) => number) =>
  Promise.all(many(count, (n) => rest('POST', '/workspaces/ref:shop/contacts/batch', batch(from(n)))));

/** The locked row's callers wait or are told 503. */
async function beside(
  world: World,
  locked: string,
  calls: (platform: AttackerPlatform) => readonly Promise<Answer>[],
): Promise<readonly Answer[]> {
  const platform = await world.platform();
  await world.lock(locked, [platform.id]);
  return Promise.all(calls(platform));
}

export const attacks: readonly Attack[] = [
  {
    name: '100 batches of 500 at once',
    patience: 90_000,
    run: async (world) => batches(await world.platform(), 100, (n) => n * 500),
  },
  {
    name: '100 batches of the same 500 at once',
    patience: 90_000,
    run: async (world) => batches(await world.platform(), 100, () => 0),
  },
  {
    name: '60 batches whose items stand in turned order',
    patience: 90_000,
    async run(world) {
      const { rest } = await world.platform();
      return Promise.all(
        many(60, (n) => {
          const { contacts } = batch(0);
          return rest('POST', '/workspaces/ref:shop/contacts/batch', {
            contacts: n % 2 === 0 ? contacts : contacts.toReversed(),
          });
        }),
      );
    },
  },
  {
    name: '60 batches with 50 tags each',
    patience: 90_000,
    async run(world) {
      const { rest } = await world.platform();
      const contacts = many(500, (n) => ({
        reference: `r${n}`,
        email: `r${n}@example.com`,
        tags: many(50, (tag) => `tag ${tag}`),
      }));
      return Promise.all(many(60, () => rest('POST', '/workspaces/ref:shop/contacts/batch', { contacts })));
    },
  },
  {
    name: 'a locked workspace, and 100 changes of it',
    patience: 60_000,
    run: (world) =>
      beside(world, 'SELECT 1 FROM workspaces WHERE platform_id = $1 FOR UPDATE', ({ rest }) =>
        many(100, (n) => rest('PATCH', '/workspaces/ref:shop', { name: `Shop ${n}` })),
      ),
  },
  {
    name: 'a locked workspace, and 100 emits into it',
    patience: 60_000,
    run: (world) =>
      beside(world, 'SELECT 1 FROM workspaces WHERE platform_id = $1 FOR UPDATE', (platform) =>
        many(100, () => platform.emit()),
      ),
  },
  {
    name: 'a locked contact, and 100 upserts of it',
    patience: 60_000,
    async run(world) {
      const platform = await world.platform();
      await platform.rest('PUT', '/workspaces/ref:shop/contacts/ref:a', { email: 'a@example.com' });
      await world.lock('SELECT 1 FROM contacts WHERE platform_id = $1 FOR UPDATE', [platform.id]);
      return Promise.all(
        many(100, (n) => platform.rest('PUT', '/workspaces/ref:shop/contacts/ref:a', { tags: [`t${n}`] })),
      );
    },
  },
  {
    name: 'locked contacts, and 60 batches over them',
    patience: 60_000,
    async run(world) {
      const platform = await world.platform();
      const first = await platform.rest('POST', '/workspaces/ref:shop/contacts/batch', batch(0));
      await world.lock('SELECT 1 FROM contacts WHERE platform_id = $1 FOR UPDATE', [platform.id]);
      return [first, ...(await batches(platform, 60, () => 0))];
    },
  },
  {
    name: 'a locked event type, and 60 saves of it',
    patience: 60_000,
    run: (world) =>
      beside(world, 'SELECT 1 FROM event_types WHERE platform_id = $1 FOR UPDATE', ({ rest }) =>
        many(60, (n) => rest('PUT', '/event-types/order.shipped', { fields: [{ name: `f${n}`, type: 'string' }] })),
      ),
  },
  {
    name: '400 emits to one address',
    patience: 60_000,
    run: async (world) => {
      const platform = await world.platform();
      return Promise.all(
        many(400, (n) => platform.emit({ idempotency_key: `one-${n}`, recipient: { email: 'one@example.com' } })),
      );
    },
  },
  {
    name: '400 emits with one key',
    patience: 60_000,
    run: async (world) => {
      const platform = await world.platform();
      return Promise.all(
        many(400, () => platform.emit({ idempotency_key: 'same', recipient: { email: 'same@example.com' } })),
      );
    },
  },
  {
    name: '100 erasures of one address, and emits to it',
    patience: 60_000,
    run: async (world) => {
      const platform = await world.platform();
      return Promise.all(
        many(200, (n) =>
          n % 2 === 0
            ? platform.rest('POST', '/workspaces/ref:shop/erasures', { email: 'gone@example.com' })
            : platform.emit({ recipient: { email: 'gone@example.com' } }),
        ),
      );
    },
  },
  {
    name: '300 workspaces made and deleted',
    patience: 60_000,
    run: async (world) => {
      const { rest } = await world.platform();
      const made = await Promise.all(many(150, (n) => rest('POST', '/workspaces', { name: 'W', reference: `w${n}` })));
      return [...made, ...(await Promise.all(many(150, (n) => rest('DELETE', `/workspaces/ref:w${n}`))))];
    },
  },
  {
    name: '450 emits at once, 300 kB each',
    patience: 90_000,
    run: async (world) => {
      const platform = await world.platform();
      const payload = { order_number: 'x'.repeat(300_000), tracking_url: 'https://example.com/1' };
      return Promise.all(many(450, () => platform.emit({ payload })));
    },
  },
  {
    name: 'requests far beyond the limit, 3,000 at once',
    patience: 60_000,
    run: async (world) => {
      const { rest } = await world.platform();
      return Promise.all(many(3_000, () => rest('GET', '/key')));
    },
  },
];
