/** The pages of messages, in a browser. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openConsole } from './console-world.ts';
import { pickState } from './pick-state.ts';

const world = openConsole();

describe('messages', () => {
  test('a mail that is emitted by REST appears in the list by itself', async () => {
    const page = await world.open(world.messages());
    await page.getByRole('link', { name: 'ada@example.com' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'newcomer@example.com' }).count()).toBe(0);
    await world.emit('newcomer', 'newcomer@example.com');
    await page.getByRole('link', { name: 'newcomer@example.com' }).waitFor();
  });

  test('a held mail says why, until when, and what the server replied', async () => {
    const page = await world.open(world.messages('&state=queued'));
    await page.getByRole('link', { name: 'grace@example.org' }).click();
    const why = page.getByRole('region', { name: 'Why' });
    await why.getByText(/later/i).first().waitFor();
    expect(await why.getAttribute('data-tone')).toBe('warn');
    await page.getByText('4.7.1 Greylisted, please try again later').first().waitFor();
    await page.getByText('Every rule, in order').click();
    await why.getByText('Holds', { exact: true }).waitFor();
  });

  test('filters are in the address bar, and a list that nothing matches says so', async () => {
    const page = await world.open(world.messages());
    await pickState(page, 'Bounced');
    await page.waitForURL(/state=bounced/);
    // Both are in the list without a filter, which stays until the answer is here.
    await page.getByRole('link', { name: 'ada@example.com' }).first().waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'bounce@simulator.test' }).waitFor();
    await page.getByPlaceholder('Whole address').fill('nobody@example.com');
    await page.getByText('No mail matches').waitFor();
    await page.getByRole('button', { name: /^\d+ without filters$/ }).click();
    await page.getByRole('link', { name: 'ada@example.com' }).first().waitFor();
    expect(page.url()).not.toContain('state=');
  });

  test('begin at all workspaces, and a workspace without a match offers the others with their count', async () => {
    const page = await world.open('/console/messages');
    await page.getByRole('button', { name: 'Workspace: All workspaces' }).waitFor();
    await page.getByRole('link', { name: 'ada@example.com' }).first().waitFor();

    await page.goto(`${world.origin}/console/messages?workspace=ref:hostile`);
    await page.getByText('No mail in this workspace').waitFor();
    await page.getByRole('button', { name: /^[1-9]\d* in all workspaces$/ }).click();
    await page.getByRole('link', { name: 'ada@example.com' }).first().waitFor();

    await page.goto(`${world.origin}/console/messages?workspace=ref:hostile&recipient=ada@example.com`);
    await page.getByText('Only this workspace was searched.').waitFor();
    const inShop = page.getByRole('link', { name: /^[1-9]\d* in Harbour Books Lisbon$/ });
    await inShop.click();
    await page.waitForURL(new RegExp(`workspace=${world.ids.workspace}`));
    await page.getByRole('link', { name: 'ada@example.com' }).first().waitFor();
    await page.goBack();
    await inShop.waitFor();
    await page.getByRole('button', { name: /^[1-9]\d* in all workspaces$/ }).click();
    await page.getByRole('link', { name: 'ada@example.com' }).first().waitFor();
    expect(new URL(page.url()).searchParams.get('recipient')).toBe('ada@example.com');
  });

  test('a refused emit is found with its error, its fields and the key that sent it', async () => {
    const { status, headers } = await world.backend.rest('POST', '/workspaces/ref:shop/events', {
      type: 'order.shipped',
      idempotency_key: 'refused-1',
      recipient: { email: 'zoe@example.com' },
      payload: { customer_name: 17 },
    });
    expect(status).toBe(422);
    const page = await world.open('/console/messages?recipient=zoe@example.com');
    await page.getByText('No mail matches').waitFor();
    await page.getByRole('link', { name: 'Refused emits' }).last().click();
    const row = page.locator('.row', { hasText: 'payload.customer_name' }).first();
    await row.waitFor();
    await row.getByText('validation_failed').waitFor();
    await row.getByText('Harbour Books Lisbon').waitFor();
    await row.getByText('default').waitFor();
    await row.getByText('must be a string').waitFor();
    await row.getByText('refused-1', { exact: true }).waitFor();
    await row.getByText('What to do: correct the field in your backend, then emit again.').waitFor();
    await page.getByText('the name that your backend gives it').waitFor();
    // Whoever looked for the address may go on to it.
    await page.getByText('Emits to zoe@example.com').getByRole('link').waitFor();
    await page.getByPlaceholder('Idempotency key').fill('refused-2');
    await page.getByText('No refused emit matches').waitFor();
    await page.getByPlaceholder('Idempotency key').fill('refused-1');
    await row.waitFor();
    await page.getByPlaceholder('Request id').fill(String(headers.get('request-id')));
    await expect.poll(() => page.locator('.row').count()).toBe(1);
    await page.getByPlaceholder('Request id').fill('0198a4a0-0000-4000-8000-000000000001');
    await page.getByText('No refused emit matches').waitFor();
  });

  test('a mail that a server took says why it is not sent again', async () => {
    const page = await world.open(`/console/messages/${world.ids.delivered}`);
    await page.getByText('The mail server took this mail. Only mail that was not delivered is sent again.').waitFor();
    expect(await page.getByRole('button', { name: 'Send again' }).isDisabled()).toBe(true);
    await page.getByRole('heading', { name: 'The mail as it went' }).waitFor();
    await page.goto(`${world.origin}/console/messages/${world.ids.held}`);
    await page.getByRole('heading', { name: 'The mail as it will go' }).waitFor();
    expect(await page.getByRole('button', { name: 'Send again' }).count()).toBe(0);
  });

  test('a late mail says at the top how late it was, and each attempt is one entry with what came of it', async () => {
    const { pool } = world.tidings.service.app.db;
    const entries = (page: Page) => page.locator('.timeline li');
    const page = await world.open(`/console/messages/${world.ids.delivered}`);
    await entries(page).getByText('Delivered', { exact: true }).waitFor();
    const why = page.getByRole('region', { name: 'Why' });
    expect(await why.getByText(/^It ended/).count()).toBe(0);
    await entries(page)
      .getByText(/^Attempt 1 at .* ms$/)
      .waitFor();
    expect(await entries(page).getByText('Attempt 1', { exact: true }).count()).toBe(0);
    // Each webhook names the endpoint that took it.
    const webhook = entries(page).filter({ hasText: 'Webhook message.delivered accepted' });
    await webhook.locator('.url', { hasText: world.hook.url }).waitFor();
    await pool.query(`UPDATE messages SET created_at = created_at - interval '2 hours' WHERE id = $1`, [
      world.ids.delivered,
    ]);
    await page.reload();
    await why.getByText(/^It ended 2 h after it was accepted/).waitFor();
    await pool.query(`UPDATE messages SET created_at = created_at + interval '2 hours' WHERE id = $1`, [
      world.ids.delivered,
    ]);
  });

  test('an unknown message, and a service that does not answer, each have their own words', async () => {
    const page = await world.open('/console/messages/01K00000000000000000000000');
    await page.getByText('Not found').waitFor();
    await expect.poll(() => page.title()).toContain('No such message');
    await page.route('**/graphql', (route) => route.abort());
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('No answer').waitFor();
    await page.unroute('**/graphql');
    world.expected = /ERR_FAILED/;
    // Without a press of Try again.
    await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
  });
});

test('the keyboard alone opens a message and comes back', async () => {
  const page = await world.open(world.messages('&state=queued'));
  await page.getByRole('link', { name: 'grace@example.org' }).waitFor();
  await page.locator('body').press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
  await page.keyboard.press('Enter');
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate('document.activeElement.textContent')) === 'grace@example.org') break;
  }
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'grace@example.org' }).waitFor();
});
