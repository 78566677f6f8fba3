/** The pages of webhooks, in a browser. */
import { expect, test } from 'vitest';
import { completeWebhooks } from '../../support/complete-webhooks.ts';
import { openClient } from '../../support/open-client.ts';
import { openConsole } from './console-world.ts';

const world = openConsole();

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

test('rows of the log say of whom they tell, and name the endpoint where there are several', async () => {
  const page = await world.open('/console/webhooks');
  const row = page.locator('.row', { hasText: 'message.bounced' });
  await row.getByText('bounce@simulator.test').waitFor();
  const heads = () => page.getByRole('table', { name: /^Log/ }).getByRole('columnheader').allTextContents();
  expect(await heads()).toEqual(['Type', 'About', 'State', 'Response', 'Created']);
  const { body } = await world.backend.rest('POST', '/webhook-endpoints', {
    url: `${world.hook.url}second`,
    types: ['message.delivered'],
  });
  await page.reload();
  await row.locator('.url', { hasText: world.hook.url }).waitFor();
  expect(await heads()).toEqual(['Type', 'About', 'State', 'Response', 'Endpoint', 'Created']);
  await world.backend.rest('DELETE', `/webhook-endpoints/${body.data.id}`);
});

test('a paused endpoint takes nothing until it is resumed', async () => {
  const page = await world.open('/console/webhooks');
  const endpoint = page.locator('.endpoints li', { hasText: world.hook.url });
  await endpoint.getByText('Takes webhooks').waitFor();
  await page.getByRole('button', { name: `Actions: ${world.hook.url}` }).click();
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pause' }).click();
  await endpoint.getByText('Paused by hand').waitFor();
  const before = world.hook.taken.length;
  await page.getByRole('button', { name: `Actions: ${world.hook.url}` }).click();
  await page.getByRole('menuitem', { name: 'Send a test' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send a test' }).click();
  await page.locator('.row', { hasText: 'Pending' }).first().waitFor();
  // The list and the endpoint are read apart.
  const waiting = endpoint.getByText('Waiting', { exact: true }).locator('xpath=following-sibling::dd');
  await expect.poll(() => waiting.textContent()).toBe('1');
  expect(world.hook.taken.length).toBe(before);
  await endpoint.getByText('What waits goes out once somebody presses Resume.').waitFor();
  await endpoint.getByRole('button', { name: 'Resume' }).click();
  await world.hook.received(before + 1);
  await endpoint.getByText('Takes webhooks').waitFor();
});

test('an endpoint that fails says since when and with which answer, and counts what waits as neither', async () => {
  const page = await world.open('/console/webhooks');
  const endpoint = page.locator('.endpoints li', { hasText: world.hook.url });
  await endpoint.getByText('Takes webhooks').waitFor();
  world.hook.answerAlways(503);
  await world.emit('fails', 'delivered@simulator.test');
  await endpoint.getByText('Failing', { exact: true }).waitFor();
  const since = endpoint.getByText('Failing since').locator('xpath=following-sibling::dd');
  await since.locator('time').waitFor();
  await expect.poll(() => since.textContent()).toContain('Status 503');
  // Tries, those that failed, the slowest, and each answer with its number.
  for (const span of ['Last hour', 'Last 24 hours']) {
    const cells = endpoint.getByRole('row', { name: span }).getByRole('cell');
    await expect.poll(() => cells.nth(2).textContent()).toMatch(/^[1-9]\d* \(\d+ %\)$/);
    const [, tries, , slowest, answers] = await cells.allTextContents();
    expect(Number(tries)).toBeGreaterThan(0);
    expect(slowest).toMatch(/^[\d.]+ m?s$/);
    expect(answers).toMatch(/503 × [1-9]/);
  }
  // The pending one is no failed webhook, though its try failed.
  await page
    .locator('.row', { hasText: /Failing.*next try/ })
    .first()
    .waitFor();
  world.hook.answerAlways(204);
});

test('all failed webhooks since a time go out again, and the walk says how far it is', async () => {
  const failed = await failAll();
  expect(failed).toBeGreaterThan(1);
  const page = await world.open('/console/webhooks?state=failed');
  await page.locator('.row', { hasText: 'Failed' }).first().waitFor();
  const before = world.hook.taken.length;
  await page.getByRole('button', { name: `Actions: ${world.hook.url}` }).click();
  await page.getByRole('menuitem', { name: 'Redeliver failed ones' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Redeliver' }).click();
  await world.hook.received(before + failed);
  const endpoint = page.locator('.endpoints li', { hasText: world.hook.url });
  await endpoint.getByText('Redelivered since').waitFor();
  await endpoint.getByText(`${failed} sent again of ${failed} examined`).waitFor();
  await page.getByText('No webhook matches').waitFor();
});

test('an endpoint whose only workspace was deleted says so, and a save of it does not widen it', async () => {
  const { body: made } = await world.backend.rest('POST', '/workspaces', { name: 'Closing', reference: 'closing' });
  const { body } = await world.backend.rest('POST', '/webhook-endpoints', {
    url: `${world.hook.url}closing`,
    types: ['message.delivered'],
    workspace: 'ref:closing',
  });
  await world.backend.rest('DELETE', '/workspaces/ref:closing');
  const page = await world.open('/console/webhooks');
  const endpoint = page.locator('.endpoints li', { hasText: '/closing' });
  await endpoint.getByText('Its workspace was deleted').waitFor();
  await endpoint.getByText(`deleted workspace ${made.data.id}`).waitFor();
  await endpoint.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  expect(await page.getByLabel('Only this workspace').inputValue()).toBe(made.data.id);
  await page.getByRole('checkbox', { name: 'message.bounced' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Endpoint saved').first().waitFor();
  const { body: saved } = await world.backend.rest('GET', `/webhook-endpoints/${body.data.id}`);
  expect(saved.data.workspace_id).toBe(made.data.id);
  expect(saved.data.workspace).toBeUndefined();
  expect(saved.data.types).toContain('message.bounced');
});

/** Makes every webhook a failed one, which an attempt is only after 72 hours. Returns their number. */
async function failAll(): Promise<number> {
  const client = await openClient(world.tidings.databaseUrl);
  try {
    const { rowCount } = await client.query(
      `UPDATE webhooks SET state = 'failed', delivered_at = NULL, last_status = 500, last_error = 'status'`,
    );
    await completeWebhooks(client);
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}
