/**
 * The ten questions of a support person, each answered right with the browser alone, from the page that opens after the
 * sign-in, within three clicks or one search.
 */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { openConsole } from './console-world.ts';
import { follow } from './fill-console.ts';

const world = openConsole();
/** Clicks in which an answer must be there. */
const clicksMost = 3;

interface Walk {
  readonly page: Page;
  readonly click: (place: Locator) => Promise<void>;
  /** One search: its key, the text, Enter. */
  readonly search: (text: string) => Promise<void>;
}

/** Begins at the first page; fails where the answer needed more than it may. */
async function walk(steps: (way: Walk) => Promise<void>): Promise<void> {
  const page = await world.open('/console');
  await page.locator('.row').first().waitFor();
  let clicks = 0;
  let searches = 0;
  await steps({
    page,
    async click(place) {
      await place.first().click();
      clicks += 1;
    },
    async search(text) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).waitFor();
      await page.keyboard.insertText(text);
      await page.keyboard.press('Enter');
      searches += 1;
    },
  });
  expect(searches <= 1 && clicks <= clicksMost - searches, `${searches} searches, ${clicks} clicks`).toBe(true);
}

const go = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });
const why = (page: Page) => page.getByRole('region', { name: 'Why' });
const row = (page: Page, text: string | RegExp) => page.locator('.row', { hasText: text });

beforeAll(async () => {
  const { backend } = world;
  await backend.rest('PUT', '/workspaces/ref:shop/contacts/ref:gone', {
    email: 'gone@example.com',
    marketing: { state: 'unsubscribed', at: '2026-02-03T10:20:30Z' },
  });
  world.tidings.mail.refuse('nobody@example.net', [{ code: 550, text: '5.1.1 No such user here' }]);
  const bounced = await world.emit('no-such-user', 'nobody@example.net');
  await follow(backend, bounced, ({ state }) => state === 'bounced');
  await world.emit('after-the-bounce', 'nobody@example.net');
  // Nothing simulated suppresses an address.
  const simulated = await world.emit('simulated-bounce', 'bounce+again@simulator.test');
  await follow(backend, simulated, ({ state }) => state === 'bounced');
  const { status } = await backend.rest('POST', '/workspaces/ref:shop/events', {
    type: 'order.shipped',
    idempotency_key: 'refused-1004',
    recipient: { email: 'zoe@example.com' },
    payload: { customer_name: 17 },
  });
  expect(status).toBe(422);
});

describe('where is my mail', () => {
  test('by the address of the recipient', () =>
    walk(async ({ page, search }) => {
      await search('ada@example.com');
      await page.getByRole('heading', { level: 1, name: 'ada@example.com' }).waitFor();
      await row(page, 'order.shipped').getByText('Delivered').first().waitFor();
    }));

  test("by the caller's own key, and by the id of the message", async () => {
    await walk(async ({ page, search }) => {
      await search('third');
      await page.getByRole('heading', { level: 1, name: 'ada@example.com' }).waitFor();
      await page.locator('h1').getByText('Delivered').waitFor();
    });
    await walk(async ({ page, search }) => {
      await search(world.ids.delivered);
      await page.locator('h1').getByText('Delivered').waitFor();
    });
  });
});

test('why is it late: the rule that holds it, until when, and what the server said', () =>
  walk(async ({ page, click, search }) => {
    await search('grace@example.org');
    await click(row(page, 'order.shipped').getByRole('link'));
    await why(page).getByText('4.7.1 Greylisted, please try again later').first().waitFor();
    await why(page).locator('time').first().waitFor();
    await page.locator('h1').getByText('Queued').waitFor();
  }));

test('was it late: how long it took from the emit to the end', () =>
  walk(async ({ page, search }) => {
    await search(world.ids.delivered);
    await page
      .locator('.timeline li', { hasText: 'Delivered' })
      .getByText(/^[\d.]+ (?:ms|s|min) after it was accepted/)
      .waitFor();
  }));

describe('why did it not come at all', () => {
  test('the address is suppressed, since when and why', () =>
    walk(async ({ page, search }) => {
      await search('after-the-bounce');
      await page.locator('h1').getByText('Suppressed').waitFor();
      await why(page)
        .getByText(/suppressed/i)
        .first()
        .waitFor();
      await page.locator('.suppressed-note').getByText('Hard bounce').first().waitFor();
      await page.locator('.suppressed-note time').first().waitFor();
    }));

  test('the emit was refused: no mail was ever made', () =>
    walk(async ({ page, search }) => {
      await search('zoe@example.com');
      await page.getByRole('heading', { level: 1, name: 'zoe@example.com' }).waitFor();
      await page.getByText('No mail to this person.').waitFor();
      const refused = row(page, 'payload.customer_name must be a string').first();
      await refused.getByText('validation_failed').waitFor();
      await refused.getByText('refused-1004').waitFor();
      // The time of day stands there, not how long ago it was.
      expect(await refused.locator('time').textContent()).toMatch(/\d{2}:\d{2}:\d{2}/);
    }));

  test("the emit was refused, by the caller's own key", () =>
    walk(async ({ page, search }) => {
      await search('refused-1004');
      await row(page, 'payload.customer_name must be a string').getByText('refused-1004').first().waitFor();
    }));
});

test('did our endpoint take the webhook, and with which status', () =>
  walk(async ({ page, click, search }) => {
    await search('third');
    await page.locator('.timeline').getByText('Webhook message.delivered accepted').waitFor();
    await click(page.locator('.timeline').getByRole('link', { name: 'Status 204' }));
    await page.locator('.url', { hasText: world.hook.url }).first().waitFor();
    await page.locator('.timeline').getByText('Status 204').waitFor();
  }));

test('the endpoint took the webhook at last: after which answers', async () => {
  const { backend, tidings } = world;
  const hook = await tidings.webhookSink();
  await backend.rest('POST', '/webhook-endpoints', { url: hook.url, types: ['message.suppressed'] });
  hook.answer(500);
  await world.emit('taken-late', 'suppressed@simulator.test');
  await hook.received(1);
  const refused = async () => (await backend.rest('GET', '/webhooks?type=message.suppressed')).body.data[0];
  await expect.poll(async () => (await refused())?.last_status).toBe(500);
  await backend.rest('POST', `/webhooks/${(await refused()).id}/redeliver`);
  await hook.received(2);
  await walk(async ({ page, search }) => {
    await search('taken-late');
    await page
      .locator('.timeline li', { hasText: 'Webhook message.suppressed accepted' })
      .getByText('after 1 attempt without success, the last with: Status 500')
      .waitFor();
  });
});

test('who left, when, and how', () =>
  walk(async ({ page, click }) => {
    await click(go(page, 'People'));
    await page.getByRole('button', { name: /^Workspace: / }).waitFor();
    // The newest workspace opens first; the one that is asked about is named like the customer.
    await click(page.getByRole('button', { name: /^Workspace: / }));
    await click(page.getByRole('option', { name: /Harbour Books Lisbon/ }));
    await page.getByLabel(/^Marketing/).selectOption('unsubscribed');
    const left = row(page, 'gone@example.com').first();
    await left.waitFor();
    expect(await left.locator('time').first().getAttribute('datetime')).toBe('2026-02-03T10:20:30.000Z');
    await left.getByText('API').waitFor();
  }));

test('is it us or them: all domains whose servers refuse, with their words and the next try', () =>
  walk(async ({ page, click }) => {
    await click(go(page, 'Mail servers'));
    const servers = row(page, 'example.org').first();
    await servers.getByText('4.7.1 Greylisted, please try again later').waitFor();
    expect(await servers.locator('time').count()).toBe(2);
  }));

test('what did the mail look like', () =>
  walk(async ({ page, search }) => {
    await search('third');
    await page.getByRole('heading', { name: 'The mail as it went' }).waitFor();
    const mail = page.frameLocator('.mail-frame').frameLocator('iframe');
    await mail.getByText('Ada').first().waitFor();
  }));

test('is it us or them: the words of their server, and of our endpoint', async () => {
  await walk(async ({ page, search }) => {
    await search('no-such-user');
    await page.locator('h1').getByText('Bounced').waitFor();
    await page.getByText('5.1.1 No such user here').first().waitFor();
  });
  await walk(async ({ page, search }) => {
    await search(world.ids.webhook);
    await page.getByRole('heading', { level: 1, name: 'message.bounced' }).waitFor();
    await page.locator('.timeline').getByText('Status 500').first().waitFor();
  });
});

test('since when does our endpoint fail', async () => {
  world.hook.answerAlways(503);
  await world.emit('fails', 'delivered@simulator.test');
  await walk(async ({ page, click }) => {
    await click(go(page, 'Webhooks'));
    const since = page.getByText('Failing since').locator('xpath=following-sibling::dd');
    await expect.poll(() => since.textContent()).toContain('Status 503');
    await since.locator('time').first().waitFor();
  });
  world.hook.answerAlways(204);
});

test('who changed the template, and what', () =>
  walk(async ({ page, click }) => {
    await click(go(page, 'Templates'));
    await click(row(page, 'order.shipped').getByRole('link'));
    await page
      .locator('.versions li')
      .getByText(/With the key \S+/)
      .first()
      .waitFor();
    await page.locator('.versions li time').first().waitFor();
  }));

test('can I send it again: a button, or why not', async () => {
  await walk(async ({ page, search }) => {
    await search('simulated-bounce');
    await page.getByRole('button', { name: 'Send again' }).waitFor();
    expect(await page.getByRole('button', { name: 'Send again' }).isEnabled()).toBe(true);
  });
  await walk(async ({ page, search }) => {
    await search('no-such-user');
    await page.getByText('The address is suppressed. Lift the suppression first.').waitFor();
    expect(await page.getByRole('button', { name: 'Send again' }).isDisabled()).toBe(true);
  });
  await walk(async ({ page, search }) => {
    await search(world.ids.delivered);
    await page.getByText('The mail server took this mail.').waitFor();
  });
});
