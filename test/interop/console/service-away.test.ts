/** The service stops answering for a while, in a browser: nothing is lost, and what is shown says how old it is. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { drawnTwice } from '../programs/page-waits.ts';
import { openConsole } from './console-world.ts';
import { follow } from './fill-console.ts';

const world = openConsole();
/** What the browser itself says of requests without an answer. */
const unanswered = /ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load|not loaded/;

const note = (page: Page) => page.getByText('This page shows what it read before');
const sign = (page: Page, name: 'Live' | 'Not live') => page.locator('.live').getByText(name, { exact: true });

/** As a proxy in front of a stopped service does, or a cable that is pulled. */
async function goAway(page: Page): Promise<void> {
  world.expected = unanswered;
  await page.context().setOffline(true);
}

test('an open message stays, says that it is not live, and goes on by itself', async () => {
  world.tidings.mail.refuse('away@example.org', Array(50).fill({ code: 452, text: '4.3.1 Later' }));
  const id = await world.emit('away', 'away@example.org');
  await follow(world.backend, id, ({ state, attempts }) => state === 'queued' && attempts.length > 0);
  const page = await world.open(`/console/messages/${id}`);
  await sign(page, 'Live').waitFor();
  await goAway(page);
  await note(page).waitFor();
  await page.getByText('You are offline.').waitFor();
  await sign(page, 'Not live').waitFor();
  await page.getByRole('heading', { level: 1, name: 'away@example.org' }).waitFor();
  await page.locator('h1').getByText('Queued').waitFor();

  await world.backend.graphql(
    'mutation ($id: ID!) { messageCancel(workspace: "ref:shop", id: $id) { message { id } } }',
    { id },
  );
  await page.context().setOffline(false);
  await note(page).waitFor({ state: 'detached' });
  await page.locator('h1').getByText('Failed').waitFor();
  await sign(page, 'Live').waitFor();
});

test('what is written stays while nobody answers, and is saved afterwards', async () => {
  const page = await world.open('/console/templates/order.shipped');
  const subject = page.getByRole('textbox', { name: 'Subject' });
  await subject.fill('Written before');
  await goAway(page);
  await subject.fill('Written while away');
  const save = async () => {
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByLabel('Name of the draft').fill('While away');
    await page.getByRole('dialog').getByRole('button', { name: 'Save as draft' }).click();
  };
  await save();
  await page.getByRole('alert').getByText('The service does not answer.').waitFor();
  expect(await subject.inputValue()).toBe('Written while away');
  await page.context().setOffline(false);
  await save();
  await page.getByText('Draft While away saved').first().waitFor();
  expect(await subject.inputValue()).toBe('Written while away');
});

test('a slow answer leaves the rows of the last filter until its own have come', async () => {
  const page = await world.open(world.messages());
  await page.getByRole('link', { name: 'ada@example.com' }).first().waitFor();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('query Messages(')) await released;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Did not arrive' }).click();
  await page.waitForURL(/state=/);
  await drawnTwice(page);
  expect(await page.getByRole('link', { name: 'ada@example.com' }).count()).toBeGreaterThan(0);
  release();
  await page.getByRole('link', { name: 'ada@example.com' }).first().waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'bounce@simulator.test' }).first().waitFor();
});

test('of two tabs, one that signs out takes the other to the sign-in, which leads back', async () => {
  const first = await world.open('/console/workspaces');
  const second = await world.openPage();
  await second.goto(`${world.origin}/console/webhooks`);
  await second.getByRole('heading', { name: 'Endpoints' }).waitFor();
  await first.getByRole('button', { name: 'Account and theme' }).first().click();
  await first.getByRole('menuitem', { name: 'Sign out' }).click();
  await first.getByRole('heading', { name: 'Sign in to Tidings' }).waitFor();
  await second.getByText('Your session has ended. Sign in again.').waitFor();
  await second.getByRole('button', { name: 'Continue with the demo platform' }).click();
  await second.waitForURL(/\/console\/webhooks/);
  await second.getByRole('heading', { name: 'Endpoints' }).waitFor();
});
