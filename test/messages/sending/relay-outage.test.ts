/** A relay that is down: every message keeps its attempt and its next try, without a session for each (docs/rules.md#relay-outage). */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSmtpTransport } from '../../../src/transport/smtp/smtp.ts';
import { createSendingWorld, people, type SendingWorld } from '../../support/sending-world.ts';

const count = 100;

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

it('gives the messages of an outage one attempt each, and opens a session for some of them', async () => {
  let sessions = 0;
  const relay = createServer((socket) => {
    sessions += 1;
    socket.destroy();
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  const { port } = relay.address() as AddressInfo;
  const app = world.otherApp(createSmtpTransport({ url: `smtp://127.0.0.1:${port}`, clientName: 'bounces.localhost' }));
  const workspace = await world.workspace();
  await workspace.emit(people(count));
  await workspace.send(app);
  const { rows } = await app.db.pool.query<{ state: string; attempts: number; minutes: number; category: string }>(
    `SELECT m.state, count(*)::int AS attempts, extract(epoch FROM min(m.due_at) - min(a.at))::int / 60 AS minutes, a.category
     FROM messages m JOIN message_attempts a ON a.workspace_id = m.workspace_id AND a.message_id = m.id
     WHERE m.workspace_id = $1 GROUP BY m.state, a.category`,
    [workspace.id],
  );
  expect(rows).toEqual([{ state: 'queued', attempts: count, minutes: 1, category: 'infrastructure' }]);
  expect(sessions).toBeGreaterThanOrEqual(10);
  expect(sessions).toBeLessThan(count);
  relay.close();
});
