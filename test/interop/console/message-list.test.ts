/** The list of messages: what it shows, what it is narrowed to, and one message beside it, in a browser. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { lookWithAxe } from '../programs/axe.ts';
import { drawnTwice } from '../programs/page-waits.ts';
import { desktop, openConsole, phone } from './console-world.ts';
import { pickState } from './pick-state.ts';

const world = openConsole();

const row = (page: Page, name: string) => page.locator('.row', { hasText: name }).first();
const heads = (page: Page) => page.getByRole('columnheader').allTextContents();

test('a row has subject and workspace, 36 pixels, and as many columns as the reader wants', async () => {
  const page = await world.open('/console/messages');
  const ada = row(page, 'ada@example.com');
  await ada.getByText('Harbour Books Lisbon').waitFor();
  await ada.getByText('Order 1001 is on its way').waitFor();
  expect((await ada.boundingBox())?.height).toBe(36);
  expect(await heads(page)).toEqual(['Recipient', 'State', 'Subject', 'Workspace', 'Accepted']);

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Event type' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Idempotency key' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Roomy rows' }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  await ada.getByText('third').waitFor();
  expect(await heads(page)).toEqual([
    'Recipient',
    'State',
    'Subject',
    'Event type',
    'Workspace',
    'Idempotency key',
    'Accepted',
  ]);
  expect((await ada.boundingBox())?.height).toBe(49);
});

test('what a queued mail waits for is read whole at 1280 pixels, in a row of 36', async () => {
  const page = await world.open('/console/messages?state=queued', { viewport: desktop });
  const waits = page.locator('.wait-words');
  await waits.first().waitFor();
  for (const one of await waits.all()) expect(await one.evaluate((at) => at.scrollWidth > at.clientWidth)).toBe(false);
  expect((await page.locator('.row').first().boundingBox())?.height).toBe(36);
});

test('a list of one workspace does not name it in each row', async () => {
  const page = await world.open(world.messages());
  await row(page, 'ada@example.com').waitFor();
  expect(await heads(page)).not.toContain('Workspace');
});

test('several states at once are in the address bar', async () => {
  const page = await world.open(world.messages());
  await row(page, 'ada@example.com').waitFor();
  await pickState(page, 'Bounced');
  await pickState(page, 'Complained');
  await page.waitForURL(/state=bounced%2Ccomplained/);
  await row(page, 'ada@example.com').waitFor({ state: 'detached' });
  await row(page, 'bounce@simulator.test').waitFor();
  await row(page, 'complaint@simulator.test').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'State: Bounced, Complained' }).waitFor();
  await expect.poll(() => page.locator('.row').count()).toBe(2);
});

test('a time range is chosen in words and said in words, and one of its own has the zone of the reader', async () => {
  const page = await world.open(world.messages(), { timezoneId: 'Asia/Tokyo' });
  await row(page, 'ada@example.com').waitFor();
  await page.getByRole('button', { name: 'Time: Any time' }).click();
  await page.getByRole('button', { name: 'Last 24 hours' }).click();
  await page.waitForURL(/from=/);
  await row(page, 'ada@example.com').waitFor();
  const range = page.getByRole('button', { name: /^Time: since \d+ \w+, \d\d:\d\d$/ });
  await range.click();
  await page.getByLabel('From (Asia/Tokyo)').fill('2020-02-03T00:00');
  await page.getByLabel('Until (Asia/Tokyo)').fill('2020-02-04T00:00');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Time: 3 Feb 2020' }).waitFor();
  expect(new URL(page.url()).searchParams.get('from')).toBe('2020-02-02T15:00:00.000Z');
  await page.getByText('No mail matches').waitFor();
});

test('an empty list says which filter hides the mail, and how many emits to the address were refused', async () => {
  const { status } = await world.backend.rest('POST', '/workspaces/ref:shop/events', {
    type: 'order.shipped',
    idempotency_key: 'refused-for-ada',
    recipient: { email: 'ada@example.com' },
    payload: { customer_name: 17 },
  });
  expect(status).toBe(422);
  await expect
    .poll(async () => (await world.backend.rest('GET', '/refused-emits?key=refused-for-ada')).body.data.length)
    .toBe(1);
  const page = await world.open('/console/messages?recipient=ada@example.com&state=scheduled');
  await page.getByText('No mail matches').waitFor();
  await page.getByRole('link', { name: 'Refused emits: 1' }).waitFor();
  await page.getByRole('button', { name: /^\d+ in any state$/ }).click();
  await row(page, 'ada@example.com').waitFor();
  expect(page.url()).toContain('recipient=ada');
});

test('the way back from a message leads to the list as it was left', async () => {
  const page = await world.open('/console/messages?recipient=ada@example.com&all=yes');
  await row(page, 'ada@example.com').getByRole('link').first().click();
  await page.waitForURL(/\/messages\/0/);
  await page.getByRole('navigation', { name: 'Back' }).getByRole('link', { name: 'Messages' }).click();
  await page.waitForURL(/recipient=ada.*all=yes|all=yes.*recipient=ada/);
  expect(page.url()).not.toContain('workspace=');
});

test('a view is saved under a name, comes back with its filters, and keeps no address', async () => {
  const page = await world.open(world.messages('&state=bounced&recipient=bounce@simulator.test'));
  await row(page, 'bounce@simulator.test').waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Bounces of Lisbon');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('simulator');

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Waiting, oldest first' }).click();
  await page.waitForURL(/state=queued%2Csending/);
  expect(page.url()).not.toContain('recipient');
  await page.goto(`${world.origin}/console/messages`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Bounces of Lisbon', exact: true }).click();
  await page.waitForURL(new RegExp(`workspace=${world.ids.workspace}`));
  await page.getByRole('button', { name: 'State: Bounced', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: /^Delete/ }).click();
  await page.getByRole('button', { name: 'Views' }).click();
  expect(await page.getByRole('menuitem', { name: 'Bounces of Lisbon' }).count()).toBe(0);
});

test('the bars above the list are the mail by day, and one or several are its time range', async () => {
  const page = await world.open('/console/messages');
  const days = page.getByRole('group', { name: 'Mail by day' }).getByRole('button');
  await expect.poll(() => days.count()).toBe(30);
  // Figures of Porto, and the real mail of today.
  await expect.poll(() => days.nth(20).getAttribute('aria-label')).toMatch(/: [1-9]/);
  await days.nth(28).click();
  await page.waitForURL(/from=.*until=/);
  await page.getByText('No mail matches').waitFor();
  await page.keyboard.press('Shift+ArrowRight');
  await row(page, 'ada@example.com').waitFor();
  expect(await days.nth(28).getAttribute('aria-pressed')).toBe('true');
  expect(await days.nth(29).getAttribute('aria-pressed')).toBe('true');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'All mail' }).click();
  await expect.poll(() => page.url()).not.toContain('from=');
  // Figures know no address, so that the bars would not be those of the list.
  await page.getByPlaceholder('Whole address').fill('ada@example.com');
  await days.first().waitFor({ state: 'detached' });
});

test('space shows the message beside the list, and the focus takes another along', async () => {
  const page = await world.open(world.messages());
  await row(page, 'grace@example.org').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  const peek = page.getByRole('complementary', { name: 'The message of the row' });
  const first = String(await page.locator('.row').first().getByRole('link').textContent());
  await peek.getByRole('heading', { name: first }).waitFor();
  await page.keyboard.press('j');
  const second = String(await page.locator('.row').nth(1).getByRole('link').textContent());
  await peek.getByRole('heading', { name: second }).waitFor();
  await page.keyboard.press('Escape');
  await peek.waitFor({ state: 'detached' });
  await row(page, 'grace@example.org').hover();
  await row(page, 'grace@example.org').getByRole('button', { name: 'Look beside the list' }).click();
  await peek.getByText(/later/i).first().waitFor();
  await peek.getByRole('link', { name: 'Open the message' }).click();
  await page.waitForURL(new RegExp(`/messages/${world.ids.held}`));
});

test('axe-core finds nothing with a message beside the list, and nothing is cut off', async () => {
  const page = await world.open('/console/messages', { bypassCSP: true, reducedMotion: 'reduce' });
  await row(page, 'ada@example.com').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await page.locator('.peek .timeline').waitFor();
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
