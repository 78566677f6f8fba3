/** What a browser shows of the console before its files have come, and what it asks for at once. */
import { expect, test } from 'vitest';
import { openConsole } from './console-world.ts';

const world = openConsole();

test('the frame is drawn before any file has come, and gives way to the page', async () => {
  const page = await world.openPage();
  await world.startSession(page.context(), world.backend.apiKey);
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/console/assets/**', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto(`${world.origin}${world.messages()}`, { waitUntil: 'commit' });
  await page.locator('.first-frame i').first().waitFor();
  await expect.poll(() => page.evaluate(`performance.getEntriesByName('first-paint').length`)).toBe(1);
  expect(await page.evaluate('getComputedStyle(document.body).margin')).toBe('0px');
  release();
  await page.locator('.row').first().waitFor();
  expect(await page.locator('.first-frame').count()).toBe(0);
});

test('the file of the page is asked for before it is known who is signed in', async () => {
  const page = await world.openPage();
  await world.startSession(page.context(), world.backend.apiKey);
  let answer: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/console/session', async (route) => {
    await isAsked;
    await route.continue();
  });
  const file = page.waitForRequest(/\/assets\/messages-/);
  await page.goto(`${world.origin}${world.messages()}`, { waitUntil: 'commit' });
  await file;
  answer();
  await page.locator('.row').first().waitFor();
});
