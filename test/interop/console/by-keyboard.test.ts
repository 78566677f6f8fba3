/** Each flow of the console by the keyboard alone, with the focus seen at each step; no pointer is used. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { choose, pick, press, reach, write } from '../programs/by-keys.ts';
import { openConsole, operatorToken } from './console-world.ts';
import { follow } from './fill-console.ts';

const world = openConsole();

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });
const dialog = (page: Page) => page.locator('[role="dialog"], [role="alertdialog"]');
const told = (page: Page, text: string) => page.getByText(text).first().waitFor();

test('signing in, going from page to page, and signing out', async () => {
  const page = await world.openPage();
  await page.goto(`${world.origin}/console`);
  await write(page, page.getByLabel('API key or operator token'), world.backend.apiKey);
  await page.keyboard.press('Enter');
  await page.locator('.row').first().waitFor();
  await press(page, link(page, 'Workspaces'));
  await page.getByRole('heading', { level: 1, name: 'Workspaces' }).waitFor();
  await choose(page, button(page, /Account and theme/).last(), page.getByRole('menuitem', { name: 'Sign out' }));
  await page.getByRole('heading', { name: 'Sign in to Tidings' }).waitFor();
});

describe('messages', () => {
  test('are narrowed, one is peeked at, opened, cancelled and sent again', async () => {
    world.tidings.mail.refuse('keys@example.org', Array(50).fill({ code: 452, text: '4.3.1 Later' }));
    const id = await world.emit('keys', 'keys@example.org');
    await follow(world.backend, id, ({ state, attempts }) => state === 'queued' && attempts.length > 0);
    const page = await world.open(world.messages());
    await page.locator('.row').first().waitFor();
    await choose(page, button(page, /^State: /), page.getByRole('menuitemcheckbox', { name: 'Queued' }));
    await page.waitForURL(/state=queued/);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'keys@example.org' }).waitFor();
    await reach(page, page.getByRole('link', { name: 'keys@example.org' }));
    await page.keyboard.press(' ');
    await page
      .getByRole('complementary', { name: 'The message of the row' })
      .getByText('4.3.1 Later')
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('complementary', { name: 'The message of the row' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'keys@example.org' }).waitFor();
    await press(page, button(page, 'Cancel message'));
    await press(page, dialog(page).getByRole('button', { name: 'Cancel message' }));
    await page.locator('h1').getByText('Failed').waitFor();
    world.tidings.mail.refuse('keys@example.org', []);
    await press(page, button(page, 'Send again'));
    await press(page, dialog(page).getByRole('button', { name: 'Send again' }));
    await page.locator('h1').getByText('Delivered').waitFor();
  });

  test('a view is saved and opened again', async () => {
    const page = await world.open(world.messages('&state=bounced'));
    await page.locator('.row').first().waitFor();
    await choose(page, button(page, 'Views'), page.getByRole('menuitem', { name: 'Save this view' }));
    await write(page, dialog(page).getByLabel('Name'), 'By keys');
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    await choose(page, button(page, 'Views'), page.getByRole('menuitem', { name: 'All mail' }));
    await expect.poll(() => page.url()).not.toContain('state=');
    await choose(page, button(page, 'Views'), page.getByRole('menuitem', { name: 'By keys', exact: true }));
    await page.waitForURL(/state=bounced/);
  });
});

test('an address is suppressed on its page, and mailed again', async () => {
  const page = await world.open('/console/people/address?email=ada@example.com');
  await press(page, button(page, 'Suppress'));
  await write(page, dialog(page).getByLabel('Note'), 'Asked us to stop');
  await page.keyboard.press('Enter');
  await told(page, 'Address suppressed');
  await press(page, button(page, 'Lift'));
  await press(page, dialog(page).getByRole('button', { name: 'Lift' }));
  await told(page, 'Suppression lifted');
});

test('a person is erased after the address was typed', async () => {
  await world.backend.rest('PUT', '/workspaces/ref:shop/contacts/ref:leaves', { email: 'leaves@example.com' });
  const page = await world.open(`/console/people?workspace=${world.ids.workspace}`);
  await reach(page, page.getByRole('link', { name: 'leaves@example.com' }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'leaves@example.com' }).waitFor();
  await press(page, button(page, 'Erase person'));
  await write(page, dialog(page).getByLabel(/^Type /), 'leaves@example.com');
  await press(page, dialog(page).getByRole('button', { name: 'Erase person' }));
  await told(page, 'Erasure begun');
});

test('a workspace is made, renamed, suspended, resumed and deleted', async () => {
  const page = await world.open('/console/workspaces');
  await press(page, button(page, 'New workspace'));
  await write(page, dialog(page).getByLabel('Name'), 'Harbour Books Faro');
  await write(page, dialog(page).getByLabel('Reference'), 'faro');
  await page.keyboard.press('Enter');
  await told(page, 'Workspace created');
  const { body } = await world.backend.rest('GET', '/workspaces/ref:faro');
  await page.goto(`${world.origin}/console/workspaces/${body.data.id}`);
  await page.getByRole('heading', { level: 1, name: 'Harbour Books Faro' }).waitFor();
  await press(page, button(page, 'Suspend'));
  await press(page, dialog(page).getByRole('button', { name: 'Suspend' }));
  await told(page, 'Workspace suspended');
  await press(page, button(page, 'Resume'));
  await told(page, 'Workspace resumed');
  await press(page, button(page, 'Edit'));
  await write(page, dialog(page).getByLabel('Name'), 'Harbour Books Olhão');
  await page.keyboard.press('Enter');
  await told(page, 'Workspace saved');
  await press(page, button(page, 'Delete'));
  await write(page, dialog(page).getByLabel(/^Type /), 'faro');
  await press(page, dialog(page).getByRole('button', { name: 'Delete workspace' }));
  await told(page, 'Workspace deleted');
});

test('an endpoint is added, tested, paused, resumed and deleted', async () => {
  const page = await world.open('/console/webhooks');
  const url = `${world.hook.url}keys`;
  await press(page, button(page, 'Add endpoint'));
  await write(page, dialog(page).getByLabel('URL'), url);
  await page.keyboard.press('Enter');
  await told(page, 'Endpoint added');
  const menu = button(page, `Actions: ${url}`);
  await choose(page, menu, page.getByRole('menuitem', { name: 'Send a test' }));
  await press(page, dialog(page).getByRole('button', { name: 'Send a test' }));
  await told(page, 'Test on its way');
  await choose(page, menu, page.getByRole('menuitem', { name: 'Pause' }));
  await press(page, dialog(page).getByRole('button', { name: 'Pause' }));
  await told(page, 'Endpoint paused');
  await press(page, button(page, 'Resume'));
  await told(page, 'Endpoint resumed');
  await choose(page, menu, page.getByRole('menuitem', { name: 'Delete' }));
  await press(page, dialog(page).getByRole('button', { name: 'Delete' }));
  await told(page, 'Endpoint deleted');
});

test('an event type is made, and its first template written and published', async () => {
  const page = await world.open('/console/event-types');
  await press(page, button(page, 'New event type'));
  await write(page, dialog(page).getByLabel('Name'), 'order.keys');
  await press(page, dialog(page).getByRole('button', { name: /^(?:Save|Create)$/ }));
  await told(page, 'Event type saved');
  await page.goto(`${world.origin}/console/templates/order.shipped`);
  const subject = page.getByRole('textbox', { name: 'Subject' });
  await write(page, subject, 'Parcel {{ event.order_number }} left');
  await press(page, button(page, 'Publish'));
  await write(page, dialog(page).getByLabel('Why'), 'By keys');
  await page.keyboard.press('Enter');
  // The texts of the other languages were written for the old subject.
  await press(page, dialog(page).getByRole('button', { name: 'Publish all the same' }));
  await told(page, 'Version 2 is live');
  await press(page, page.getByRole('link', { name: 'Versions' }));
  await press(page, button(page, 'Restore version 1'));
  await press(page, dialog(page).getByRole('button', { name: 'Restore' }));
  await told(page, 'Version restored');
});

test('a key is made, renamed and revoked by the operator', async () => {
  const page = await world.open(`/console/keys?platform=${world.backend.platformId}`, {}, operatorToken);
  await press(page, button(page, 'New key'));
  await write(page, dialog(page).getByLabel('Name'), 'By keys');
  await press(page, dialog(page).getByRole('button', { name: 'Create' }));
  await press(page, dialog(page).getByRole('button', { name: 'Close' }).last());
  const menu = button(page, 'Actions: By keys');
  await choose(page, menu, page.getByRole('menuitem', { name: 'Revoke' }));
  await press(page, dialog(page).getByRole('button', { name: 'Revoke' }));
  await page.locator('.row', { hasText: 'By keys' }).getByText('Revoked').waitFor();
});

test('people are narrowed by a select, and the search answers from anywhere', async () => {
  const page = await world.open(`/console/people?workspace=${world.ids.workspace}`);
  await page.locator('.row').first().waitFor();
  await pick(page, page.getByLabel(/^Marketing/), 'Subscribed');
  await page.waitForURL(/status=subscribed/);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).waitFor();
  await page.keyboard.insertText('ada@example.com');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'ada@example.com' }).waitFor();
});
