/**
 * The statements that no source holds whole, on a cluster: those that lists, sweeps and partitions put together at run
 * time, and the reads that Prisma makes. They are recorded, with their values, while a service on one database does all
 * that the service does.
 */
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createApp } from '../../src/create-app.ts';
import { createGuardedPost } from '../../src/transport/post/guarded-post.ts';
import { workThrough } from '../db/plans/workload.ts';
import { collectStatements } from '../support/collect-statements.ts';
import { fullPlatform } from '../support/full-platform.ts';
import { generatedPart } from '../support/generated-part.ts';
import { fillGrown } from '../support/grown/fill-grown.ts';
import { knownAddress } from '../support/grown/growth.ts';
import { openClient } from '../support/open-client.ts';
import { thingsOf } from '../support/root-arguments.ts';
import { createSendingWorld, type SendingWorld } from '../support/sending-world.ts';
import { control, examineCall } from './inventory/examine-statement.ts';
import { type Examined, tableOfRecorded } from './inventory/inventory-tables.ts';
import { recordedApp } from './inventory/recorded-app.ts';

/** Prisma names the schema of each table. */
const prismas = /"public"\."/;
/** It writes a list as one parameter for each value. */
const oneForm = (text: string) => text.replace(/\$[0-9]+(?:,\s*\$[0-9]+)*/g, '$n');

let client: pg.Client;
let world: SendingWorld;
let examined: readonly Examined[];
beforeAll(async () => {
  client = await openClient(inject('citusUrl'));
  await client.query("SET statement_timeout = '15s'");
  world = await createSendingWorld();
  const known = new Set((await collectStatements()).map(({ text }) => text?.trim()));
  const seen = new Set<string>();
  const found: Examined[] = [];
  for (const [text, values] of await record()) {
    const form = oneForm(text);
    if (control.test(text) || known.has(text.trim()) || seen.has(form)) continue;
    seen.add(form);
    const file = prismas.test(text) ? 'reads by Prisma' : 'statements put together at run time';
    found.push({ file, verdict: await examineCall(client, text, values) });
  }
  examined = found;
}, 900_000);
afterAll(async () => {
  await client?.end();
  await world?.close();
});

async function record(): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const grown = await fullPlatform(world, 3);
  const small = await fullPlatform(world, 2);
  const [things, smallThings] = [await thingsOf(grown), await thingsOf(small)];
  const amounts = { messages: 200, workspaces: 3, queued: 20, pending: 20 };
  await fillGrown(world.app.db.pool, {
    ...amounts,
    name: 'seed',
    platformId: grown.platformId,
    sample: things.message,
    endpointId: things.endpoint,
    knownHash: world.app.secrets.addressHash(knownAddress),
    now: world.now(),
    days: 100,
    daysBehind: 3,
  });
  const resolver = { resolve: async () => ['127.0.0.1'] };
  const guardedPost = createGuardedPost({ resolver, devHosts: [], devCa: null });
  const recorded = recordedApp(createApp({ ...world.app, guardedPost }));
  try {
    const subject = { world, app: recorded.app, grown, things, largest: 'seed-0', run: 0, small, smallThings };
    await workThrough(subject, true);
    return recorded.calls;
  } finally {
    await recorded.close();
    await guardedPost.close();
  }
}

test('docs/scale.md says what becomes of them', async () => {
  expect(examined.length).toBeGreaterThan(50);
  const part = await generatedPart('docs/scale.md', 'recorded statements', tableOfRecorded(examined));
  expect(part.found).toBe(part.made);
});
