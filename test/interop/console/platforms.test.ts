/** What the operator sees and does, in a browser. */
import { expect, test } from 'vitest';
import { openConsole, operatorToken } from './console-world.ts';

const world = openConsole();

test('a platform is renamed, found by its new name, suspended and resumed, and the audit log names each change', async () => {
  const other = await world.tidings.platform('Lighthouse Post', 'lighthouse.test');
  const page = await world.open('/console/platforms', {}, operatorToken);
  await page.getByRole('button', { name: 'Actions: Lighthouse Post' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Beacon Post');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByPlaceholder('A part of the name').fill('beacon');
  await page.waitForURL(/search=beacon/);
  const row = page.locator('.row', { hasText: 'Beacon Post' });
  await row.waitFor();
  await expect.poll(() => page.locator('.row').count()).toBe(1);

  await page.getByRole('button', { name: 'Actions: Beacon Post' }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  await page.getByLabel('Type Beacon Post to confirm').fill('Beacon Post');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
  await row.getByText('Suspended').waitFor();
  expect((await other.rest('GET', '/workspaces')).body.code).toBe('platform_suspended');
  await page.getByRole('button', { name: 'Actions: Beacon Post' }).click();
  await page.getByRole('menuitem', { name: 'Resume' }).click();
  await row.getByText('Active').waitFor();
  expect((await other.rest('GET', '/workspaces')).status).toBe(200);

  await page.getByRole('link', { name: 'Audit log' }).click();
  const changes = page.locator('.row .cut:first-child');
  await page.locator('.row', { hasText: 'Resume a platform' }).getByText('Operator').waitFor();
  expect((await changes.allTextContents()).filter((text) => text.endsWith(' a platform')).slice(0, 3)).toEqual([
    'Resume a platform',
    'Suspend a platform',
    'Rename a platform',
  ]);
});

test('operations show what waits, who works, and the endpoint that fails, which leads to its platform', async () => {
  world.hook.answerAlways(503);
  await world.backend.graphql(
    'mutation ($endpoint: ID!) { webhookTestSend(endpoint: $endpoint, type: message_delivered) { webhook { id } } }',
    { endpoint: world.ids.endpoint },
  );
  const page = await world.open('/console/operations', {}, operatorToken);
  await page.getByRole('heading', { name: 'Operations' }).waitFor();
  for (const title of ['What needs you', 'Failing endpoints', 'Webhooks', 'Processes', 'Queues']) {
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
  }
  // What is zero takes no room: no tile is zero, and the parts without work are words in a sentence.
  const tiles = await page.locator('.tiles dd:first-of-type').allTextContents();
  expect(tiles.length).toBeGreaterThan(0);
  expect(tiles).not.toContain('0');
  await page.getByText(/^Nothing waits in: .*erasures/).waitFor();
  await page.getByText('api, worker, inbound').waitFor();
  const failing = page.locator('.card', { hasText: 'Failing endpoints' });
  await failing.getByText(/failures? in a row/).waitFor();
  await failing.getByRole('link', { name: 'Harbour Books' }).click();
  await page.locator('.endpoints li', { hasText: world.hook.url }).waitFor();
});
