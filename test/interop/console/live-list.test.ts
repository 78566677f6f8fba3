/** The live list of messages under a burst, in a browser. */
import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { drawnTwice } from '../programs/page-waits.ts';
import { openConsole } from './console-world.ts';
import { pickState } from './pick-state.ts';

const world = openConsole();
/** As many are under way at once. */
const atOnce = 20;

async function burst(name: string, count: number): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < count) {
      next += 1;
      await world.emit(`${name}-${next}`, `delivered+${name}-${next}@simulator.test`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

interface Reads {
  readonly begun: () => number;
  /** Waits until everything that the list asked for has come, and it asks for no more. */
  settle(): Promise<void>;
}

/** Counts the pages of the list that the browser reads. */
function countReads(page: Page): Reads {
  let begun = 0;
  let ended = 0;
  const isRead = (request: Request) => request.postData()?.includes('query Messages(');
  page.on('request', (request) => isRead(request) && ++begun);
  page.on('requestfinished', (request) => isRead(request) && ++ended);
  page.on('requestfailed', (request) => isRead(request) && ++ended);
  return {
    begun: () => begun,
    async settle() {
      for (let seen = -1; seen !== begun; ) {
        await expect.poll(() => begun - ended).toBe(0);
        seen = begun;
        await drawnTwice(page);
      }
    },
  };
}

const rowsShown = (page: Page) => page.locator('.rows-end');

test('a burst of 300 mails is shown without a reload and without reading the list again', async () => {
  const page = await world.openPage();
  const reads = countReads(page);
  await world.signIn(page, world.backend.apiKey, world.messages());
  await page.locator('.live[data-state="live"]').waitFor();
  await page.getByRole('link', { name: 'ada@example.com' }).waitFor();
  // What the list missed before its stream began is read once.
  await reads.settle();
  const before = Number.parseInt((await rowsShown(page).textContent()) ?? '', 10);
  const begun = reads.begun();
  await burst('burst', 300);
  await rowsShown(page)
    .getByText(`${before + 300} rows`)
    .waitFor();
  await page.locator('.row').first().locator('.badge').getByText('Delivered').waitFor();
  expect(reads.begun()).toBe(begun);
});

test('a reader who has scrolled away keeps the rows, and is told of new ones', async () => {
  const page = await world.open(world.messages());
  await page.locator('.live[data-state="live"]').waitFor();
  await page.locator('.row').nth(20).waitFor();
  await page.evaluate('window.scrollTo(0, 900)');
  // Its time and its state may change.
  const inTheMiddle = () =>
    page.evaluate(`document.elementFromPoint(700, 450).closest('.row')?.querySelector('a').textContent`);
  await expect.poll(inTheMiddle).toContain('@simulator.test');
  await drawnTwice(page);
  const seen = await inTheMiddle();
  await burst('later', 5);
  const fresh = page.getByRole('button', { name: 'Show 5 new messages' });
  await fresh.waitFor();
  expect(await inTheMiddle()).toBe(seen);
  await fresh.click();
  await page.locator('.row', { hasText: 'delivered+later-' }).nth(4).waitFor();
  await fresh.waitFor({ state: 'detached' });
});

test('a list of one state loses a message that reaches another, and a new filter gets its own rows', async () => {
  world.tidings.mail.refuse('moves@example.org', [{ code: 451, text: '4.3.0 Try again' }]);
  const page = await world.open(world.messages('&state=queued'));
  await page.locator('.live[data-state="live"]').waitFor();
  const id = await world.emit('moves', 'moves@example.org');
  const row = page.getByRole('link', { name: 'moves@example.org' });
  await row.waitFor();
  await world.backend.graphql(
    'mutation ($id: ID!) { messageCancel(workspace: "ref:shop", id: $id) { message { id } } }',
    {
      id,
    },
  );
  await row.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^More filters/ }).click();
  await pickState(page, 'Queued');
  await pickState(page, 'Failed');
  await page.getByLabel('Failure').selectOption('cancelled');
  await page.waitForURL(/reason=cancelled/);
  await row.waitFor();
  await page.getByLabel(/^Order/).selectOption('oldest_first');
  await page.getByRole('button', { name: /^Workspace: / }).click();
  await page.getByRole('option', { name: 'All workspaces' }).click();
  await page.waitForURL(/all=yes/);
  await row.waitFor();
  await page.reload();
  await row.waitFor();
  expect(await page.getByLabel(/^Order/).inputValue()).toBe('oldest_first');
});
