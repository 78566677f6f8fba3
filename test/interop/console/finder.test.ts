/** The search over everything, and the keys that work on every page, in a browser. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { lookWithAxe } from '../programs/axe.ts';
import { drawnTwice } from '../programs/page-waits.ts';
import { desktop, openConsole, operatorToken, phone } from './console-world.ts';

const world = openConsole();

const field = (page: Page) => page.getByRole('combobox', { name: 'Search' });
const line = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Opens the search by its key and types at once. */
async function find(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  await page.keyboard.insertText(typed);
}

describe('from any page, by keys alone', () => {
  test('an address leads to its page, and Enter may come before the answer', async () => {
    const page = await world.open('/console/webhooks');
    await find(page, 'ada@example.com');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/people\/address\?email=ada/);
    await title(page, 'ada@example.com').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content');
  });

  test('an address also offers its messages and its contact of each workspace', async () => {
    const page = await world.open('/console/webhooks');
    await find(page, 'ada@example.com');
    await line(page, /^ada@example.com Harbour Books Lisbon Person/).waitFor();
    await line(page, /^ada@example.com Delivered · Order 1001 is on its way · Harbour Books Lisbon/).waitFor();
    const kinds = (await page.getByRole('option').locator('.finder-kind').allTextContents()).map(
      (text) => /[A-Z]\w+$/.exec(text)?.[0],
    );
    expect(kinds.indexOf('Message')).toBeLessThan(kinds.indexOf('Person'));
    await line(page, /^Messages to ada@example.com/).click();
    await page.waitForURL(/messages\?.*recipient=ada/);
    await page.getByRole('link', { name: 'ada@example.com' }).first().waitFor();
  });

  test('ids of a message, its event, a webhook, an endpoint, a workspace and an import lead to their pages', async () => {
    const page = await world.open('/console/templates');
    const { body } = await world.backend.graphql(
      'query ($id: ID!) { message(workspace: "ref:shop", id: $id) { event { id } } }',
      { id: world.ids.held },
    );
    const made = await world.backend.graphql(
      'mutation { contactImportCreate(workspace: "ref:shop") { import { id } } }',
    );
    const ways: readonly (readonly [id: string, path: RegExp])[] = [
      [world.ids.held, new RegExp(`/messages/${world.ids.held}`)],
      [world.ids.delivered.toLowerCase(), new RegExp(`/messages/${world.ids.delivered}`)],
      [world.ids.webhook, new RegExp(`/webhooks/${world.ids.webhook}`)],
      [body.data.message.event.id, new RegExp(`/messages/${world.ids.held}`)],
      [world.ids.endpoint, new RegExp(`endpoint=${world.ids.endpoint}`)],
      [world.ids.workspace, new RegExp(`/workspaces/${world.ids.workspace}`)],
      [world.ids.contact, new RegExp(`/people/${world.ids.workspace}/${world.ids.contact}`)],
      [made.body.data.contactImportCreate.import.id, new RegExp(`/people\\?.*view=imports.*${world.ids.workspace}`)],
    ];
    for (const [id, path] of ways) {
      await find(page, id);
      await page.keyboard.press('Enter');
      await page.waitForURL(path);
    }
  });

  test('an idempotency key, parts of a name and of an event type, and a page are found', async () => {
    const page = await world.open('/console/webhooks');
    await find(page, 'fourth');
    await line(page, /^grace@example.org Queued/).waitFor();
    await field(page).fill('lisbon');
    await line(page, /^Harbour Books Lisbon shop Workspace/).waitFor();
    await field(page).fill('shipped');
    await line(page, /^order.shipped Event type/).waitFor();
    await line(page, /^order.shipped Template/).waitFor();
    await field(page).fill('sending dom');
    await page.keyboard.press('Enter');
    await page.waitForURL(/sending-domain/);
  });

  test('an endpoint is found by a part of its address', async () => {
    const page = await world.open('/console/messages');
    await find(page, new URL(world.hook.url).host);
    await line(page, /^https:.* Endpoint/).click();
    await page.waitForURL(new RegExp(`endpoint=${world.ids.endpoint}`));
  });

  test('a refused emit is found by its idempotency key, also one that looks like a request id', async () => {
    const key = '0198a4a0-0000-4000-8000-00000000abcd';
    const { status } = await world.backend.rest('POST', '/workspaces/ref:shop/events', {
      type: 'order.shipped',
      idempotency_key: key,
      recipient: { email: 'zoe@example.com' },
      payload: { customer_name: 17 },
    });
    expect(status).toBe(422);
    await expect
      .poll(async () => (await world.backend.rest('GET', `/refused-emits?key=${key}`)).body.data.length)
      .toBe(1);
    const page = await world.open('/console/webhooks');
    await find(page, key);
    const found = /Refused emit · validation_failed · payload.customer_name must be a string/;
    await page.getByRole('option', { name: found, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/messages\?.*view=refused.*key=0198a4a0/);
    await page.locator('.row', { hasText: 'payload.customer_name' }).waitFor();
  });

  test('a pair of metadata finds its messages, and the list of all that have it', async () => {
    await world.backend.rest('POST', '/workspaces/ref:shop/events', {
      type: 'order.shipped',
      idempotency_key: 'with-metadata',
      recipient: { email: 'delivered+pair@simulator.test' },
      payload: { customer_name: 'Ada', order_number: '77', tracking_url: 'https://example.com/77' },
      metadata: { order: '77', invoice: 'INV-2026-77' },
    });
    const page = await world.open('/console/webhooks');
    await find(page, 'order:77');
    await line(page, /^delivered\+pair@simulator.test/).waitFor();
    await field(page).fill('order=77');
    await line(page, /^All messages with order=77/).click();
    await page.waitForURL(/messages\?.*metadata=order%3D77/);
    await page.getByRole('link', { name: 'delivered+pair@simulator.test' }).waitFor();
    // Nobody names the key.
    await find(page, 'INV-2026-77');
    await line(page, /^delivered\+pair@simulator.test/).waitFor();
    await line(page, /^All messages with invoice=INV-2026-77/).waitFor();
    await field(page).fill('order:78');
    await page.getByText('Nothing found.').waitFor();
  });

  test('an order number finds the mails and refused emits whose keys begin with it', async () => {
    const emit = (key: string, payload: object) =>
      world.backend.rest('POST', '/workspaces/ref:shop/events', {
        type: 'order.shipped',
        idempotency_key: key,
        recipient: { email: 'delivered+order@simulator.test' },
        payload: { customer_name: 'Ada', order_number: '2240', tracking_url: 'https://example.com/2240', ...payload },
      });
    await emit('HB-2240-receipt', {});
    await emit('HB-2240-shipped', {});
    await emit('HB-2240-wrong', { customer_name: 7 });
    await emit('HB-2241-receipt', {});
    const page = await world.open('/console/webhooks');
    await find(page, 'HB-2240');
    await line(page, /^HB-2240-wrong Refused emit/).waitFor();
    expect(await line(page, /^delivered\+order@simulator.test/).count()).toBe(2);
    await line(page, /^All messages with keys that begin with HB-2240/).click();
    await page.waitForURL(/messages\?.*key=HB-2240/);
    await expect.poll(() => page.locator('.row', { hasText: 'delivered+order@simulator.test' }).count()).toBe(2);
    // Who tried again is seen by one search.
    await emit('HB-2240-again', { customer_name: 8 });
    await expect
      .poll(async () => (await world.backend.rest('GET', '/refused-emits?key=HB-2240-again')).body.data.length)
      .toBe(1);
    await find(page, 'HB-2240');
    await line(page, /^HB-2240-again Refused emit · .* · Harbour Books Lisbon/).click();
    await page.waitForURL(/messages\?.*view=refused.*key=HB-2240/);
    await expect.poll(() => page.locator('.row', { hasText: 'payload.customer_name' }).count()).toBe(2);
  });

  test('a domain says how much mail to it waits and why, and leads to that mail', async () => {
    const page = await world.open('/console/webhooks');
    await find(page, 'example.org');
    await line(page, /^The mail servers of example.org refuse 1 mail of 1 workspace · .*451 4.7.1/).waitFor();
    await line(page, /^Mail that waits for example.org 1 waits/).click();
    await page.waitForURL(/messages\?.*domain=example.org/);
    await page.getByRole('link', { name: 'grace@example.org' }).waitFor();
    expect(await page.locator('.row').count()).toBe(1);
    // The row says why, without being opened.
    await page
      .locator('.row')
      .getByText(/^server said: not now, goes on at/)
      .waitFor();
  });

  test('what changes something stands apart, after all that was found', async () => {
    const page = await world.open('/console/webhooks');
    await find(page, 'ada@example.com');
    await page
      .getByRole('group', { name: 'What can be done' })
      .getByRole('option', { name: /^Erase/ })
      .waitFor();
    const lines = await page.getByRole('option').allTextContents();
    const firstAct = lines.findIndex((text) => /^(?:Suppress|Erase|Lift)/.test(text));
    expect(firstAct).toBeGreaterThan(0);
    expect(lines.slice(firstAct).every((text) => text.endsWith('Action'))).toBe(true);
  });

  test('what was found stands above what was open last', async () => {
    const page = await world.open(`/console/messages/${world.ids.held}`);
    await title(page, 'grace@example.org').waitFor();
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
    await title(page, 'Webhooks').waitFor();
    await find(page, 'grace@example.org');
    const recent = await page.getByRole('group', { name: 'Recent' }).boundingBox();
    const found = await page.getByRole('group', { name: 'Found' }).boundingBox();
    expect(found?.y).toBeLessThan(recent?.y ?? 0);
  });

  test('a part of an address is found in the workspace of the page', async () => {
    const page = await world.open(world.messages());
    await find(page, 'ada@');
    await line(page, /^ada@example.com ada Person/).click();
    await page.waitForURL(new RegExp(`/people/${world.ids.workspace}/${world.ids.contact}`));
  });

  test('what was open last comes first, and is forgotten when the session ends', async () => {
    const page = await world.open(`/console/messages/${world.ids.held}`);
    await title(page, 'grace@example.org').waitFor();
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
    await title(page, 'Webhooks').waitFor();
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    await page.keyboard.press('Enter');
    await title(page, 'grace@example.org').waitFor();
    await find(page, 'sign out');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sign in to Tidings' }).waitFor();
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('grace');
  });

  test('the words of a question find the list that answers it', async () => {
    const page = await world.open('/console/webhooks');
    const questions = [
      ['unsubscribed', /^People who left Page/, /\/people\?.*view=left/],
      ['late', /^Mail that waits, oldest first Page/, /\/messages\?.*state=queued/],
      ['bounced', /^Mail that did not arrive Page/, /\/messages\?.*state=bounced/],
      ['blocked', /^Suppressed addresses Page/, /\/people\?.*view=suppressed/],
      ['422', /^Refused emits Page/, /\/messages\?.*view=refused/],
    ] as const;
    for (const [typed, found, path] of questions) {
      await find(page, typed);
      // Shown a moment before it is the one that Enter takes.
      await page.getByRole('option', { name: found, selected: true }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(path);
    }
  });

  test('a text that nothing has says so', async () => {
    const page = await world.open('/console/webhooks');
    await find(page, 'no such thing');
    await page.getByText('Nothing found.').waitFor();
    await page.keyboard.press('Escape');
    await field(page).waitFor({ state: 'detached' });
  });
});

describe('what is done', () => {
  test('a workspace is suspended and resumed by its name, each after a question', async () => {
    const page = await world.open('/console/webhooks');
    await find(page, 'suspend porto');
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Suspend Harbour Books Porto?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await find(page, 'resume porto');
    await page.getByText('Nothing found.').waitFor();
    await page.keyboard.press('Escape');
    await find(page, 'suspend porto');
    await page.keyboard.press('Enter');
    await question.getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('Workspace suspended').first().waitFor();
    await find(page, 'resume porto');
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Workspace resumed').first().waitFor();
  });

  test('an address is suppressed in the workspace that knows it', async () => {
    const page = await world.open('/console/webhooks');
    await find(page, 'suppress ada@example.com');
    await line(page, /^Suppress ada@example.com Harbour Books Lisbon/).click();
    await page.getByRole('dialog', { name: 'Suppress an address' }).waitFor();
    await page.keyboard.press('Escape');
    expect(new URL(page.url()).pathname).toBe('/console/webhooks');
  });

  test('a key that only reads is offered no change and no address', async () => {
    const page = await world.open('/console/webhooks', {}, await world.keyWith('Reads', { scopes: ['read'] }));
    for (const typed of ['suspend porto', 'suppress ada@example.com', 'ada@example.com']) {
      await find(page, typed);
      await page.getByText('Nothing found.').waitFor();
      await page.keyboard.press('Escape');
    }
  });

  test('the operator finds a platform before choosing one', async () => {
    const page = await world.open('/console/platforms', {}, operatorToken);
    await find(page, 'harbour');
    await line(page, /^Harbour Books Platform/).click();
    await page.waitForURL(new RegExp(`messages\\?platform=${world.backend.platformId}`));
    await page.getByRole('link', { name: 'ada@example.com' }).first().waitFor();
  });
});

describe('single keys', () => {
  test('j and k move among the rows, Enter opens one, and ? shows the keys', async () => {
    const page = await world.open(world.messages());
    const rows = page.locator('.row');
    await rows.nth(2).waitFor();
    const focused = () => page.evaluate(`document.activeElement.closest('.row')?.dataset.index ?? null`);
    await page.keyboard.press('j');
    expect(await focused()).toBe('0');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    expect(await focused()).toBe('1');
    const name = String(await rows.nth(1).getByRole('link').textContent());
    await page.keyboard.press('Enter');
    await title(page, name).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).getByText('Next and previous row of a list').waitFor();
  });

  test('they do nothing in a text, and nothing once they are switched off', async () => {
    const page = await world.open(world.messages());
    await page.locator('.row').first().waitFor();
    await page.getByPlaceholder('Whole address').focus();
    await page.keyboard.type('?/j');
    expect(await page.getByPlaceholder('Whole address').inputValue()).toBe('?/j');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByPlaceholder('Whole address').fill('');
    await find(page, 'show the keys');
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'Single keys' }).uncheck();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
    await page.keyboard.press('?');
    await drawnTwice(page);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
  });
});

test('is a combobox that names its line, axe-core finds nothing, and nothing is cut off', async () => {
  const page = await world.open(world.messages(), { bypassCSP: true, reducedMotion: 'reduce' });
  await find(page, 'harbour');
  await line(page, /^Harbour Books Porto/).waitFor();
  await page.keyboard.press('ArrowDown');
  const named = await field(page).getAttribute('aria-activedescendant');
  const selected = page.locator('[role="option"][aria-selected="true"]');
  expect(await selected.count()).toBe(1);
  expect(await selected.getAttribute('id')).toBe(named);
  for (const viewport of [desktop, { width: 768, height: 900 }, phone]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await drawnTwice(page);
      const { faults } = await lookWithAxe(page);
      expect(faults, `${viewport.width} ${colorScheme}`).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
    }
  }
});
