/** What the key that signed in may not see or do is not offered, and no session shows what belongs to another. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Backend } from '../../support/service.ts';
import { openConsole, operatorToken } from './console-world.ts';
import { emitOrder, follow } from './fill-console.ts';

const world = openConsole();
let other: Backend;
let theirs: string;

beforeAll(async () => {
  other = await world.tidings.platform('Other Books', 'other.test');
  theirs = await emitOrder(other, 'secret-key', 'stranger@example.net');
  await follow(other, theirs, ({ state }) => state === 'delivered');
});

test('a key that only reads sees states without addresses, and is offered no change', async () => {
  const page = await world.open(world.messages(), {}, await world.keyWith('Reader', { scopes: ['read'] }));
  await page.getByText('Address not shown to this key').first().waitFor();
  await page.locator('.badge').getByText('Delivered').first().waitFor();
  const pages = await page.locator('aside nav').textContent();
  expect(pages).toContain('Messages');
  expect(pages).not.toContain('People');
  expect(await page.getByPlaceholder('Whole address').count()).toBe(0);

  await page.goto(`${world.origin}/console/messages/${world.ids.held}`);
  await page.getByRole('region', { name: 'Why' }).waitFor();
  await page.getByRole('heading', { name: 'Details' }).waitFor();
  for (const name of ['Cancel message', 'Send again', 'Lift']) {
    expect(await page.getByRole('button', { name }).count()).toBe(0);
  }
  expect(await page.getByText('The mail as it went').count()).toBe(0);
  expect(await page.locator('main').textContent()).not.toContain('@');

  await page.goto(`${world.origin}/console/people/address?email=ada@example.com`);
  await page.getByText('Not allowed').first().waitFor();
});

test('a key of one workspace is not offered the whole platform', async () => {
  const key = await world.keyWith('Shop', { workspace: 'ref:shop' });
  const page = await world.open('/console/messages', {}, key);
  await page.getByRole('link', { name: 'ada@example.com' }).first().waitFor();
  expect(await page.getByRole('option', { name: 'All workspaces' }).count()).toBe(0);
  await page.goto(`${world.origin}/console/people`);
  await page.getByRole('link', { name: 'ada@example.com' }).waitFor();
  expect(await page.getByPlaceholder('A whole address').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Suppress an address' }).count()).toBe(0);
});

test('a key of support sees people and sends again, and is offered nothing that deletes', async () => {
  const key = await world.keyWith('Support', { scopes: ['read', 'people', 'resend'] });
  world.tidings.mail.refuse('again@example.org', Array(20).fill({ code: 452, text: '4.3.1 Later' }));
  const id = await world.emit('again', 'again@example.org');
  await follow(world.backend, id, ({ state, attempts }) => state === 'queued' && attempts.length > 0);
  const { body } = await world.backend.graphql(
    'mutation ($id: ID!) { messageCancel(workspace: "ref:shop", id: $id) { message { state } } }',
    { id },
  );
  expect(body.data.messageCancel.message.state).toBe('failed');
  const page = await world.open(`/console/messages/${id}`, {}, key);
  await page.getByRole('button', { name: 'Send again' }).waitFor();
  await page.goto(`${world.origin}/console/messages/${world.ids.held}`);
  await page.getByRole('region', { name: 'Why' }).waitFor();
  expect(await page.getByRole('button', { name: 'Cancel message' }).count()).toBe(0);
  await page.goto(`${world.origin}/console/people/${world.ids.workspace}/${world.ids.contact}`);
  await page.getByRole('heading', { level: 1, name: 'ada@example.com' }).waitFor();
  for (const name of [/Erase/, /Suppress/]) expect(await page.getByRole('button', { name }).count()).toBe(0);
  await page.goto(`${world.origin}/console/workspaces/${world.ids.workspace}`);
  await page.getByRole('heading', { level: 1, name: 'Harbour Books Lisbon' }).waitFor();
  expect(await page.getByRole('button', { name: /Delete|Suspend/ }).count()).toBe(0);
});

test('a message is cancelled after a question, and its content sent again as a new one', async () => {
  world.tidings.mail.refuse('cancel@example.org', Array(20).fill({ code: 452, text: '4.3.1 Later' }));
  const id = await world.emit('cancel', 'cancel@example.org');
  await follow(world.backend, id, ({ state, attempts }) => state === 'queued' && attempts.length > 0);
  const page = await world.open(`/console/messages/${id}`);
  await page.getByRole('button', { name: 'Cancel message' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel message' }).click();
  await page.locator('h1').getByText('Failed').waitFor();
  await page.locator('.timeline').getByText('Cancelled').waitFor();
  world.tidings.mail.refuse('cancel@example.org', []);
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send again' }).click();
  // The page of the new message follows it without a reload.
  await page.waitForURL((url) => url.pathname.startsWith('/console/messages/') && !url.pathname.endsWith(id));
  await page.locator('h1').getByText('Delivered').waitFor();
  await page.getByText('Sends again').waitFor();
});

test('a session of one platform never shows another, not even from the memory of the page', async () => {
  const page = await world.open(world.messages());
  await page.getByRole('link', { name: 'ada@example.com' }).first().waitFor();
  await page.goto(`${world.origin}/console/messages/${theirs}`);
  await page.getByText('Not found').waitFor();
  await page.goto(`${world.origin}/console/people/address?email=stranger@example.net`);
  await page.getByText('No workspace has a contact with this address.').waitFor();
  await page.getByText('No mail to this person.').waitFor();

  // Signs out and in as the other platform without a reload.
  await page.goto(`${world.origin}${world.messages()}`);
  await page.getByRole('link', { name: 'ada@example.com' }).first().waitFor();
  await watchFor(page, 'ada@example.com');
  await page.getByRole('button', { name: 'Account and theme' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('API key or operator token').fill(other.apiKey);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'stranger@example.net' }).waitFor();
  expect(await page.evaluate('globalThis.seen')).toBe(false);
});

test('the operator sees one platform after the other, and never the rows of the last', async () => {
  const page = await world.open(`${world.messages()}&platform=${world.backend.platformId}`, {}, operatorToken);
  await page.getByRole('link', { name: 'ada@example.com' }).first().waitFor();
  await page.getByRole('link', { name: 'Platforms' }).click();
  await page.getByRole('link', { name: /Other Books/ }).waitFor();
  await watchFor(page, 'ada@example.com');
  await page.getByRole('link', { name: /Other Books/ }).click();
  await page.getByRole('link', { name: 'Messages' }).click();
  await page.getByRole('link', { name: 'stranger@example.net' }).waitFor();
  expect(await page.evaluate('globalThis.seen')).toBe(false);
});

/** Notes from the next sign-in or page on whether a text stood in the page for a moment. */
async function watchFor(page: Page, text: string): Promise<void> {
  await page.evaluate((sought) => {
    Object.assign(globalThis, { seen: false });
    let isGone = false;
    new MutationObserver(() => {
      const stands = document.body.textContent?.includes(sought) ?? false;
      if (!stands) isGone = true;
      if (stands && isGone) Object.assign(globalThis, { seen: true });
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, text);
}
