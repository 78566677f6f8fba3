/** The pages of messages, in a browser. */
import { describe, expect, test } from 'vitest';
import { openConsole } from './console-world.ts';

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
    await page.getByLabel('State').selectOption('bounced');
    await page.waitForURL(/state=bounced/);
    // Both are in the list without a filter, which stays until the answer is here.
    await page.getByRole('link', { name: 'ada@example.com' }).first().waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'bounce@simulator.test' }).waitFor();
    await page.getByPlaceholder('The whole address').fill('nobody@example.com');
    await page.getByText('No mail matches').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'ada@example.com' }).first().waitFor();
    expect(page.url()).not.toContain('state=');
  });

  test('an unknown message, and a service that does not answer, each have their own words', async () => {
    const page = await world.open('/console/messages/01K00000000000000000000000');
    await page.getByText('Not found').waitFor();
    await page.route('**/graphql', (route) => route.abort());
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('You are offline').waitFor();
    await page.unroute('**/graphql');
    world.expected = /ERR_FAILED/;
    await page.getByRole('button', { name: 'Try again' }).click();
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
