/** What is done from the search, each behind its question, by keys alone (docs/rules.md#console-search). */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openConsole } from './console-world.ts';
import { follow } from './fill-console.ts';

const world = openConsole();

const field = (page: Page) => page.getByRole('combobox', { name: 'Search' });
const line = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

/** Opens the search, types, waits for a line, and takes it with Enter where it is the first. */
async function act(page: Page, typed: string, first: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  await page.keyboard.insertText(typed);
  await line(page, first).first().waitFor();
  await expect.poll(() => page.locator('[role="option"][aria-selected="true"]').textContent()).toMatch(first);
  await page.keyboard.press('Enter');
}

/** Answers the question with its button, by keys alone. */
async function confirm(page: Page, button: string): Promise<void> {
  const question = page.locator('[role="alertdialog"], [role="dialog"]');
  await question.getByRole('button', { name: button, exact: true }).waitFor();
  const focused = () => page.evaluate('document.activeElement.textContent');
  for (let presses = 0; presses < 30 && (await focused()) !== button; presses += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}

const stateOf = async (id: string) => {
  const { body } = await world.backend.graphql('query ($id: ID!) { node(id: $id) { ... on Message { state } } }', {
    id,
  });
  return body.data.node.state;
};

describe('messages', () => {
  test('one that waits is cancelled by its address, and sent again by its id', async () => {
    world.tidings.mail.refuse('held@example.org', Array(50).fill({ code: 452, text: '4.3.1 Later' }));
    const id = await world.emit('held', 'held@example.org');
    await follow(world.backend, id, ({ state, attempts }) => state === 'queued' && attempts.length > 0);
    const page = await world.open('/console/webhooks');
    await act(page, 'cancel held@example.org', /^Cancel the message to held@example.org/);
    await confirm(page, 'Cancel message');
    await page.getByText('Message cancelled').first().waitFor();
    expect(await stateOf(id)).toBe('failed');

    world.tidings.mail.refuse('held@example.org', []);
    await act(page, `resend ${id}`, /^Send again to held@example.org/);
    await confirm(page, 'Send again');
    await page.waitForURL(new RegExp(`/messages/(?!${id})`));
    await page.locator('h1').getByText('Delivered').waitFor();
  });

  test('one that would be refused says why, and leads to its page', async () => {
    world.tidings.mail.refuse('refuses@example.org', [{ code: 550, text: '5.1.1 No such user here' }]);
    const id = await world.emit('refuses', 'refuses@example.org');
    await follow(world.backend, id, ({ state }) => state === 'bounced');
    const page = await world.open('/console/webhooks');
    await act(
      page,
      `resend ${id}`,
      /^Cannot be sent again to refuses@example\.org ?The address is suppressed\. Lift the suppression first\./,
    );
    await page.waitForURL(new RegExp(`/messages/${id}`));
    expect(await page.getByRole('button', { name: 'Send again' }).isDisabled()).toBe(true);
  });

  test('on the page of a message the verb alone is enough', async () => {
    world.tidings.mail.refuse('open@example.org', Array(50).fill({ code: 452, text: '4.3.1 Later' }));
    const id = await world.emit('open', 'open@example.org');
    await follow(world.backend, id, ({ state, attempts }) => state === 'queued' && attempts.length > 0);
    const page = await world.open(`/console/messages/${id}`);
    await page.getByRole('heading', { level: 1, name: 'open@example.org' }).waitFor();
    await act(page, 'cancel', /^Cancel the message to open@example.org/);
    await confirm(page, 'Cancel message');
    await page.locator('h1').getByText('Failed').waitFor();
  });
});

describe('people', () => {
  test('an address is suppressed, mailed again and erased, where it is known', async () => {
    await world.backend.rest('PUT', '/workspaces/ref:shop/contacts/ref:acts', { email: 'acts@example.com' });
    const page = await world.open('/console/webhooks');
    await act(page, 'block acts@example.com', /^Suppress acts@example.com/);
    await confirm(page, 'Suppress');
    await page.getByText('Address suppressed').first().waitFor();

    await act(page, 'unblock acts@example.com', /^Lift the suppression of acts@example.com/);
    await confirm(page, 'Lift');
    await page.getByText('Suppression lifted').first().waitFor();

    await act(page, 'erase acts@example.com', /^Erase acts@example.com/);
    const question = page.getByRole('alertdialog', { name: 'Erase this person?' });
    await question.waitFor();
    expect(await question.getByRole('button', { name: 'Erase person' }).isDisabled()).toBe(true);
    await question.getByLabel('Type acts@example.com to confirm').focus();
    await page.keyboard.insertText('acts@example.com');
    await confirm(page, 'Erase person');
    await page.getByText('Erasure begun').first().waitFor();
    const { status } = await world.backend.rest('GET', '/workspaces/ref:shop/contacts/ref:acts');
    expect(status).toBe(404);
  });

  test('an address offers what can be done with it after what is known of it', async () => {
    const page = await world.open('/console/webhooks');
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    await page.keyboard.insertText('ada@example.com');
    await line(page, /^Suppress ada@example.com Harbour Books Lisbon/).waitFor();
    const lines = await page.getByRole('option').allTextContents();
    const place = (name: RegExp) => lines.findIndex((text) => name.test(text));
    expect(place(/^Suppress ada/)).toBeGreaterThan(place(/^ada@example.com.*Person/));
    // No suppression holds it.
    expect(place(/^Mail ada/)).toBe(-1);
  });
});

describe('endpoints and webhooks', () => {
  test('an endpoint is paused, tested and resumed by a part of its address', async () => {
    const { url } = world.hook;
    const part = new URL(url).host;
    const page = await world.open('/console/messages');
    await act(page, `pause ${part}`, /^Pause https/);
    await confirm(page, 'Pause');
    await page.getByText('Endpoint paused').first().waitFor();
    const before = world.hook.taken.length;
    await act(page, `test ${part}`, /^Send a test to https/);
    await confirm(page, 'Send a test');
    await page.getByText('Test on its way').first().waitFor();
    expect(world.hook.taken.length).toBe(before);
    await act(page, `resume ${part}`, /^Resume https/);
    await confirm(page, 'Resume');
    await world.hook.received(before + 1);
  });

  test('a webhook is redelivered by its id', async () => {
    const page = await world.open('/console/messages');
    const before = world.hook.taken.length;
    await act(page, `redeliver ${world.ids.webhook}`, /^Redeliver message.bounced/);
    await confirm(page, 'Redeliver');
    await world.hook.received(before + 1);
  });
});

test('a test mail of a template begins with its dialog', async () => {
  const page = await world.open('/console/messages');
  await act(page, 'test order.shipped', /^Send a test mail of order.shipped/);
  await page.getByRole('dialog', { name: 'Send a test mail' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.url()).not.toContain('test=');
  expect(new URL(page.url()).pathname).toBe('/console/templates/order.shipped');
});

test('the verbs are listed, and one of them is written into the search', async () => {
  const page = await world.open('/console/webhooks');
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  await line(page, 'Cancel a message… Action').click();
  expect(await field(page).inputValue()).toBe('cancel ');
});

test('a key that only reads is offered no act', async () => {
  const page = await world.open('/console/webhooks', {}, await world.keyWith('Reads', { scopes: ['read', 'people'] }));
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  const lines = await page.getByRole('option').allTextContents();
  expect(lines.filter((text) => text.includes('…'))).toEqual([]);
  for (const typed of [`pause ${new URL(world.hook.url).host}`, `redeliver ${world.ids.webhook}`]) {
    await field(page).fill(typed);
    await page.getByText('Nothing found.').waitFor();
  }
  await field(page).fill('ada@example.com');
  await line(page, /^ada@example.com .*Person/).waitFor();
  expect((await page.getByRole('option').allTextContents()).filter((text) => /^(?:Suppress|Erase)/.test(text))).toEqual(
    [],
  );
});
