/** What the service looks up by an address costs what the address has, whatever mail others have. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formFor } from '../../src/db/by-workspace.ts';
import { readPerson } from '../../src/people/read-person.ts';
import { noteMailboxFaults } from '../../src/suppressions/note-mailbox-faults.ts';
import { examinePlanned } from '../support/examined-rows.ts';
import { fill, numbers, shop } from '../support/long-lists.ts';
import { createWorld, type World } from '../support/world.ts';

/** Rows of events and messages that one lookup may examine, where the workspace has thousands. */
const rowsMost = 50;
/** Emits without a message to one address; no rule bounds their number. */
const silent = 3_000;

let world: World;
let platformId: string;
const address = 'noted@example.com';
const hashOf = (email: string) => world.app.secrets.addressHash(email);

beforeAll(async () => {
  world = await createWorld();
  ({ platformId } = await world.tenant({ eventType: 'order.shipped' }));
  await fill({ db: world.app.db, platformId }, shop, numbers);
  await world.app.db.transaction(async (client) => {
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query(
      `INSERT INTO events (platform_id, workspace_id, id, event_type_id, type, event_type_version, idempotency_key, payload,
                           address_hash, mails, created_at)
       SELECT $1, $2, 'N' || lpad(n::text, 25, '0'), 't', 'note.taken', 1, n, '{}', $3, false, now()
       FROM generate_series(1, $4::int) n`,
      [platformId, shop, hashOf(address), silent],
    );
  });
  await world.app.db.pool.query('ANALYZE');
});
afterAll(() => world.close());

test('an erasure finds a person without the mail of others', async () => {
  const { rows, scans } = await examinePlanned(world.app.db, (client) =>
    readPerson(client, formFor(world.app.db, shop), shop, { addressHash: hashOf('stranger@example.com') }),
  );
  expect(rows, scans.join(', ')).toBeLessThan(rowsMost);
});

test('even in a workspace of which no statistics tell', async () => {
  const fresh = 'V'.repeat(26);
  await world.app.db.transaction(async (client) => {
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query(
      `INSERT INTO events (platform_id, workspace_id, id, event_type_id, type, event_type_version, idempotency_key, payload,
                           address_hash, mails, created_at)
       SELECT $1, $2, 'V' || lpad(n::text, 25, '0'), 't', 'note.taken', 1, n, '{}', sha256(n::text::bytea), true, now()
       FROM generate_series(1, $3::int) n`,
      [platformId, fresh, silent],
    );
  });
  const { rows, scans } = await examinePlanned(world.app.db, (client) =>
    readPerson(client, formFor(world.app.db, fresh), fresh, { addressHash: hashOf('stranger@example.com') }),
  );
  expect(rows, scans.join(', ')).toBeLessThan(rowsMost);
});

test.each([
  ['the first fault', 0],
  ['a later fault', 1],
])('%s of a mailbox is counted without the mail of others and without events that have none', async (_, day) => {
  const at = new Date(world.app.clock.now().getTime() + day * 86_400_000);
  const fault = { platformId, workspaceId: shop, timezone: 'UTC', address, addressHash: hashOf(address), at };
  const { rows, scans } = await examinePlanned(world.app.db, (client) =>
    noteMailboxFaults(world.app.db, client, [fault]),
  );
  expect(rows, scans.join(', ')).toBeLessThan(rowsMost);
});
