/** What a process knows of a platform's endpoints may be old when it writes outcomes: no webhook is missing or extra. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEndpoint } from '../../../src/webhooks/endpoints/create-endpoint.ts';
import { deleteEndpoint } from '../../../src/webhooks/endpoints/delete-endpoint.ts';
import { updateEndpoint } from '../../../src/webhooks/endpoints/update-endpoint.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../../support/sending-world.ts';

let world: SendingWorld;
let workspace: SendingWorkspace;
beforeAll(async () => {
  world = await createSendingWorld();
  workspace = await world.workspace();
});
afterAll(() => world.close());

test('endpoints that another process makes, changes and deletes', async () => {
  const delivered = ['message.delivered'];
  const at = (name: string) => ({ url: `https://${name}.example.com/` });
  const countOf = async (endpointId: string) => {
    const { rows } = await world.app.db.pool.query('SELECT type FROM webhooks WHERE endpoint_id = $1', [endpointId]);
    return rows.length;
  };
  /** Sends three mails by the process that knows the endpoints of its last batch. */
  const send = async () => {
    await workspace.emit(people(3));
    await workspace.send();
  };
  await send();
  const other = { ...workspace.ctx, app: world.otherApp() };
  const first = await createEndpoint(other, { ...at('first'), types: delivered });
  await send();
  expect(await countOf(first.id)).toBe(3);
  const second = await createEndpoint(other, { ...at('second'), types: delivered });
  await send();
  expect([await countOf(first.id), await countOf(second.id)]).toEqual([6, 3]);
  await updateEndpoint(other, first.id, { types: ['message.bounced'] });
  await deleteEndpoint(other, second.id);
  await send();
  expect([await countOf(first.id), await countOf(second.id)]).toEqual([6, 3]);
  await updateEndpoint(other, first.id, { types: delivered });
  await send();
  expect([await countOf(first.id), await countOf(second.id)]).toEqual([9, 3]);
  expect(await workspace.states()).toEqual({ delivered: 15 });
});
