/** Tests of the erasure of a person, in one workspace and then in another, and of opens. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertContact } from '../../src/contacts/upsert-contact.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { eraseStep } from '../../src/people/erase-step.ts';
import { findErasuresOf } from '../../src/people/find-erasures-of.ts';
import { sweepErasures } from '../../src/people/sweep-erasures.ts';
import { liftSuppression } from '../../src/suppressions/lift-suppression.ts';
import { suppressByHand } from '../../src/suppressions/suppress-by-hand.ts';
import type { TurnKey } from '../../src/turns/jobs.ts';
import { findInDatabase } from '../people/find-in-database.ts';
import { erase, isErased, tracesIn, turnOf, words } from './erase-fully.ts';
import { addEndpoint, address, deliver, emitTo, fillPerson, open, reference } from './full-person.ts';
import type { Shops } from './shops.ts';

export function checkErasure(openShops: () => Promise<Shops>): void {
  let shops: Shops;
  /** On different workers. */
  let here = '';
  let there = '';
  beforeAll(async () => {
    shops = await openShops();
    [here, there] = await shops.onBothWorkers();
    await addEndpoint(shops);
  });
  afterAll(() => shops?.world.close());

  const hash = (email = address) => shops.world.app.secrets.addressHash(email);
  const blocksOf = (email: string) =>
    shops.sql(
      'SELECT email, note FROM suppressions WHERE scope_id = $1 AND address_hash = $2',
      ...[shops.tenant.platformId, hash(email)],
    );

  test('in the workspace nothing tells of the person any more, and another holds them as before', async () => {
    const { tenant, sql } = shops;
    for (const shop of [here, there]) await fillPerson(shops, shop);
    await suppressByHand(tenant.ctx, here, { email: address, reach: 'platform', note: 'For Lovelace' });
    const everywhere = await tracesIn(shops, there);
    expect(await tracesIn(shops, here)).toEqual(everywhere);
    expect(everywhere).toEqual(
      [
        ...['contacts', 'events', 'idempotency_keys', 'message_replies', 'messages', 'refused_emits', 'reply_files'],
        ...['suppression_lifts', 'suppressions', 'tags', 'webhooks'],
      ].sort(),
    );
    expect(await sql('SELECT count(*)::int AS n FROM message_opens WHERE workspace_id = $1', here)).toEqual([{ n: 1 }]);

    const ids = [await erase(shops, here, { contact: `ref:${reference}` })];
    expect(await tracesIn(shops, here)).toEqual([]);
    expect(await tracesIn(shops, there)).toEqual(everywhere);
    // The platform's own keeps the address for the other workspace's sake.
    expect(await blocksOf(address)).toEqual([{ email: address, note: 'For Lovelace' }]);
    for (const table of ['message_opens', 'former_addresses', 'mailbox_fault_days', 'suppression_lifts'])
      expect([table, await sql(`SELECT * FROM ${table} WHERE workspace_id = $1`, here)]).toEqual([table, []]);
    const orphans = await sql(
      `SELECT a.message_id FROM message_attempts a
       LEFT JOIN messages m ON m.workspace_id = a.workspace_id AND m.id = a.message_id
       WHERE a.workspace_id = $1 AND m.id IS NULL`,
      here,
    );
    expect(orphans).toEqual([]);
    // The bystander keeps the shared tag, and others their mail.
    expect(await sql('SELECT name FROM tags WHERE workspace_id = $1', here)).toEqual([{ name: 'Everybody' }]);
    expect(await sql('SELECT recipient FROM messages WHERE workspace_id = $1 ORDER BY recipient', here)).toEqual(
      ['copied@example.com', 'other@example.com', 'to@example.com'].map((recipient) => ({ recipient })),
    );

    ids.push(await erase(shops, there, { email: address.toUpperCase() }));
    expect(await findInDatabase(shops.world.app.db.pool, words)).toEqual([]);
    expect(await blocksOf(address)).toEqual([{ email: null, note: null }]);
    const erased = await shops.world.app.db.prisma.erasedAddress.findMany({
      where: { workspaceId: { in: [here, there] }, addressHash: Buffer.from(hash()) },
    });
    const found = await findErasuresOf(tenant.ctx, erased);
    expect(found.map(({ erasureId }) => erasureId).sort()).toEqual(ids.toSorted());
  });

  test('what a whole platform blocks, and who lifted it, is forgotten once no workspace holds the address', async () => {
    const { tenant, sql } = shops;
    const [mailed, blocked, lifted] = ['grace@example.com', 'edith@example.com', 'hedy@example.com'];
    await emitTo(shops, there, { email: mailed });
    await deliver(shops);
    for (const email of [mailed, blocked])
      await suppressByHand(tenant.ctx, here, { email, reach: 'platform', note: 'By phone' });
    await upsertContact(tenant.ctx, there, 'ref:hedy', { email: lifted });
    for (const shop of [here, there, shops.shops.find((id) => id !== here && id !== there) ?? '']) {
      const id = await suppressByHand(tenant.ctx, shop, { email: lifted, reach: 'platform' });
      await liftSuppression(tenant.ctx, shop, id, 'Hedy asked');
    }
    for (const email of [mailed, blocked, lifted]) await erase(shops, here, { email });
    // Mail of the other workspace holds the first.
    expect(await blocksOf(mailed)).toEqual([{ email: mailed, note: 'By phone' }]);
    expect(await blocksOf(blocked)).toEqual([{ email: null, note: null }]);
    const lifts = () => sql('SELECT workspace_id FROM suppression_lifts WHERE address_hash = $1', hash(lifted));
    expect(await lifts()).toEqual([{ workspace_id: there }]);
    for (const email of [mailed, lifted]) await erase(shops, there, { email });
    expect(await blocksOf(mailed)).toEqual([{ email: null, note: null }]);
    expect(await lifts()).toEqual([]);
  });

  test('an erasure waits for mail under way and for emits, and whoever sweeps goes on', async () => {
    const { world, tenant, sql } = shops;
    const email = 'waits@example.com';
    const message = await emitTo(shops, there, { email });
    const [claimed] = (await shops.claimed()).filter(({ id }) => id === message);
    if (claimed === undefined) throw new Error('There is mail');
    const { id } = await erasePerson(tenant.ctx, there, { email });
    for (let turns = 0; turns < 3; turns += 1) await turnOf(shops, id);
    expect(await isErased(shops, id)).toBe(false);
    const asked: TurnKey[] = [];
    const ask = async (_queue: string, turns: readonly TurnKey[]) => void asked.push(...turns);
    await sweepErasures({ ...world.app, wake: { ...world.app.wake, ask } });
    expect(asked).toEqual([{ platformId: tenant.platformId, id }]);
    await sql(
      "UPDATE messages SET state = 'delivered', ended_at = now() WHERE workspace_id = $1 AND id = $2",
      there,
      message,
    );
    // Side by side, as two processes do.
    for (let turns = 0; turns < 5; turns += 1) await Promise.all([turnOf(shops, id), turnOf(shops, id)]);
    expect(await isErased(shops, id)).toBe(true);
    expect(await sql('SELECT id FROM messages WHERE id = $1', message)).toEqual([]);
    // A new emit to the address is a new person's.
    expect(await emitTo(shops, there, { email })).not.toBe('');
    expect(
      (
        await tenant.ask('query ($w: ID!, $id: ID!) { erasure(workspace: $w, id: $id) { id finishedAt } }', {
          w: there,
          id,
        })
      ).data,
    ).toMatchObject({ erasure: { id } });
  });

  test('webhooks go in a step before what they tell of: a crash can keep the one and lose the other', async () => {
    const { world, tenant, sql } = shops;
    const email = 'told@example.com';
    const message = await emitTo(shops, there, { email });
    await deliver(shops);
    const { id } = await erasePerson(tenant.ctx, there, { email });
    const left = async () => [
      (await sql('SELECT id FROM webhooks WHERE message_id = $1', message)).length,
      (await sql('SELECT id FROM messages WHERE id = $1', message)).length,
    ];
    const step = () => eraseStep(world.app, { platformId: tenant.platformId, id });
    expect(await left()).toEqual([1, 1]);
    expect([await step(), await left()]).toEqual(['more', [0, 1]]);
    expect([await step(), await left()]).toEqual(['more', [0, 0]]);
    for (let steps = 0; steps < 50 && (await step()) === 'more'; steps += 1);
    expect(await isErased(shops, id)).toBe(true);
  });

  test('opens of mail in workspaces on both workers are counted once, and those of mail apps apart', async () => {
    const { world, tenant, sql } = shops;
    const pixelConsentAt = world.now().toISOString();
    const mails: string[] = [];
    for (const shop of [here, there]) {
      await upsertContact(tenant.ctx, shop, 'ref:reader', { email: 'reader@example.com', pixelConsentAt });
      mails.push(await emitTo(shops, shop, { contact: 'ref:reader' }));
      await emitTo(shops, shop, { email: 'without@example.com' }).then((id) => mails.push(id));
    }
    await deliver(shops);
    const firsts = () =>
      sql('SELECT count(*)::int AS n FROM messages WHERE id = ANY($1) AND opened_at IS NOT NULL', mails);
    for (const id of mails) await open(shops, id, 'Mozilla/5.0 (via ggpht.com GoogleImageProxy)');
    expect(await firsts()).toEqual([{ n: 0 }]);
    await Promise.all([...mails, ...mails].map((id) => open(shops, id)));
    await open(shops, '7ZZZZZZZZZZZZZZZZZZZZZZZZZ');
    expect(await firsts()).toEqual([{ n: 2 }]);
    expect(
      await sql(
        'SELECT machine, count(*)::int AS n FROM message_opens WHERE message_id = ANY($1) GROUP BY 1 ORDER BY 1',
        mails,
      ),
    ).toEqual([
      { machine: false, n: 4 },
      { machine: true, n: 2 },
    ]);
    expect(
      await sql("SELECT sum(messages)::int AS n FROM figure_changes WHERE fact = 'opened' AND workspace_id = ANY($1)", [
        here,
        there,
      ]),
    ).toEqual([{ n: 4 }]);
  });
}
