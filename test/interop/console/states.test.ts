/** What a page shows while it has no data: loading, empty, refused, too much, offline; an error shows its request id. */
import { expect, test } from 'vitest';
import { openConsole } from './console-world.ts';

const world = openConsole();
const requestId = '0198a4a0-0000-4000-8000-000000000001';

test('a list says that it loads, that it is empty, that it is refused, that it was too much, and that nobody answers', async () => {
  const page = await world.openPage({ permissions: ['clipboard-read', 'clipboard-write'] });
  await world.signIn(page, world.backend.apiKey, world.messages());
  await page.getByRole('link', { name: 'ada@example.com' }).waitFor();
  let answer: 'wait' | 'forbidden' | 'rate_limited' | 'abort' | 'empty' = 'wait';
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('query Messages(')) return route.continue();
    if (answer === 'wait') await released;
    if (answer === 'abort') return route.abort();
    if (answer === 'empty') return route.continue();
    await route.fulfill({
      status: answer === 'forbidden' ? 403 : 429,
      headers: { 'Retry-After': '7', 'Content-Type': 'application/json' },
      json: { errors: [{ message: 'No.', extensions: { code: answer, requestId } }] },
    });
  });
  const reopen = (filter = '') => page.goto(`${world.origin}${world.messages(filter)}`);

  await reopen();
  await page.getByRole('status', { name: 'Loading' }).waitFor();
  answer = 'empty';
  release();
  await page.getByRole('link', { name: 'ada@example.com' }).waitFor();

  await reopen('&state=complained&bounce=hard');
  await page.getByText('No mail matches').waitFor();

  answer = 'forbidden';
  await reopen();
  await page.getByText('Not allowed').waitFor();
  await page.getByText(requestId).waitFor();
  // The button says so for a moment.
  const told = page.getByRole('button', { name: 'Copied' }).waitFor();
  await page.getByRole('button', { name: 'Copy Request id' }).click();
  await told;
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(requestId);

  answer = 'rate_limited';
  await reopen();
  await page.getByText('Too much at once').waitFor();
  await page.getByText('The service takes requests again in 7 seconds.').waitFor();

  answer = 'abort';
  await reopen();
  await page.getByText('No answer').waitFor();
  answer = 'empty';
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: 'ada@example.com' }).waitFor();
  world.expected = /ERR_FAILED/;
});

test('a path without a page says so within the frame, which leads on', async () => {
  const page = await world.open('/console/nothing/here');
  await page.getByRole('heading', { name: 'No such page' }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Webhooks' }).click();
  await page.waitForURL(/\/console\/webhooks/);
});
