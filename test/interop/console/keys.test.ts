/** Keys and the audit log, in a browser. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openConsole, operatorToken } from './console-world.ts';

const world = openConsole();

test('a key is rotated: the new one signs in, the old one is revoked and signed out, and the audit log names it', async () => {
  const first = await world.keyWith('Backend', { scopes: ['send', 'read', 'people', 'manage', 'keys'] });
  const page = await world.open('/console/keys', {}, first);
  const row = page.locator('.row', { hasText: 'Backend' });
  await row.getByText('You').waitFor();
  await page.getByRole('button', { name: 'Actions: Backend' }).click();
  await page.getByRole('menuitem', { name: 'Replace with a narrower one' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Backend 2');
  for (const scope of [/^People/, /^Keys/]) await dialog.getByRole('checkbox', { name: scope }).uncheck();
  await dialog.getByRole('button', { name: 'Create' }).click();
  const second = await readSecret(page);
  const narrowed = page.locator('.row', { hasText: 'Backend 2' });
  await expect.poll(() => narrowed.locator('.tag').allTextContents()).toEqual(['Send', 'Read', 'Manage']);

  await page.getByRole('button', { name: 'Actions: Backend', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Your session has ended. Sign in again.').waitFor();

  await page.getByLabel('API key or operator token').fill(second);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('combobox', { name: 'Change' }).selectOption('Revoke an API key');
  await page.waitForURL(/operation=apiKeyRevoke/);
  const change = page.locator('.row', { hasText: 'Revoke an API key' });
  await change.getByText('Backend').first().waitFor();
  expect(await change.count()).toBe(1);
  // The object is named too, not only the key that changed it.
  await change.locator('.cut', { hasText: /^Backend$/ }).waitFor();

  // Within the time of the change it is listed, before that nothing is.
  await page.getByRole('button', { name: 'Time: Any time' }).click();
  await page.getByRole('button', { name: 'Last hour' }).click();
  await page.getByRole('button', { name: /^Time: since / }).waitFor();
  await expect.poll(() => change.count()).toBe(1);
  await page.getByRole('button', { name: /^Time: since / }).click();
  await page.getByRole('button', { name: 'Yesterday' }).click();
  await page.getByText('No change matches').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: 'Time: Any time' }).waitFor();
  await change.first().waitFor();
});

test('a key that revokes itself is signed out, also where the page waits for its list', async () => {
  const secret = await world.keyWith('Last', { scopes: ['read', 'manage', 'keys'] });
  const page = await world.open('/console/keys', {}, secret);
  await page.getByRole('button', { name: 'Actions: Last' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  // What the page asks after the revocation is not answered.
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('apiKeyRevoke') ? route.continue() : undefined,
  );
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Your session has ended. Sign in again.').waitFor();
});

test('a key is renamed, and one that only reads is offered no change', async () => {
  const page = await world.open(`/console/keys?platform=${world.backend.platformId}`, {}, operatorToken);
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Dashboard');
  for (const scope of [/^Send Emits/, /^People/, /^Manage/])
    await dialog.getByRole('checkbox', { name: scope }).uncheck();
  await dialog.getByLabel('Workspace').click();
  await page.getByRole('option', { name: /Harbour Books Lisbon/ }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  const secret = await readSecret(page);
  await page.getByRole('button', { name: 'Actions: Dashboard' }).click();
  await page.getByRole('menuitem', { name: 'Rename or expire' }).click();
  await page.getByLabel('Name').fill('Wall screen');
  await page.getByRole('button', { name: 'Save' }).click();
  const row = page.locator('.row', { hasText: 'Wall screen' });
  await row.getByText('Harbour Books Lisbon').waitFor();
  await expect.poll(() => row.locator('.tag').allTextContents()).toEqual(['Read']);

  await page.context().clearCookies();
  await world.signIn(page, secret, `/console/workspaces/${world.ids.workspace}`);
  await page.getByRole('heading', { name: 'Harbour Books Lisbon' }).waitFor();
  await page.getByRole('figure', { name: 'Outcome of the accepted mail' }).waitFor();
  for (const act of ['Suspend', 'Edit', 'Delete']) {
    expect(await page.getByRole('button', { name: act }).count()).toBe(0);
  }
  expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByText('Wall screen').first().waitFor();
  expect(await page.getByRole('button', { name: 'New key' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('link', { name: 'message.bounced' }).click();
  await page.getByRole('heading', { name: 'message.bounced' }).waitFor();
  expect(await page.getByRole('button', { name: 'Redeliver' }).count()).toBe(0);
  expect(await page.getByRole('heading', { name: 'Body' }).count()).toBe(0);
});

async function readSecret(page: Page): Promise<string> {
  const secret = (await page.locator('.secret code').textContent()) ?? '';
  expect(secret).toMatch(/^td_\w{40}$/);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  return secret;
}
