/** The pages of workspaces and of webhooks, in a browser. */
import { expect, test } from 'vitest';
import { openConsole } from './console-world.ts';

const world = openConsole();

test('a workspace is suspended and resumed', async () => {
  const page = await world.open(`/console/workspaces/${world.ids.workspace}`);
  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
  await page.getByText('Suspended: events are refused, and queued mail waits.').waitFor();
  const refused = await world.backend.rest('GET', '/workspaces/ref:shop');
  expect(refused.body.data.status).toBe('suspended');
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Suspend' }).waitFor();
});

test('a failed webhook is read with its body, and redelivered', async () => {
  const page = await world.open('/console/webhooks?type=message_bounced');
  await page.getByRole('link', { name: 'message.bounced' }).first().click();
  await page.getByText('Status 500').waitFor();
  await page.getByText('"message.bounced"').waitFor();
  const before = world.hook.taken.length;
  await page.getByRole('button', { name: 'Redeliver' }).click();
  await world.hook.received(before + 1);
  await page.getByText('Status 204').first().waitFor();
});
