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

test('the font is asked for after the rows, and a browser that has it begins with it', async () => {
  const page = await world.openPage();
  await world.startSession(page.context(), world.backend.apiKey);
  let answer: () => void = () => undefined;
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('query Messages(')) await isAnswered;
    await route.continue();
  });
  const isOwn = () => page.evaluate(`document.documentElement.dataset.font === 'own'`);
  const fonts = () => asked.filter((url) => /\.woff2$/.test(url)).length;
  // Counts how often the page has looked whether its contents are there.
  await page.addInitScript(`{
    const begin = window.setInterval;
    window.looks = 0;
    window.setInterval = (look, every) => begin(() => { if (every === 250) window.looks += 1; look(); }, every);
  }`);
  await page.goto(`${world.origin}${world.messages()}`);
  await page.locator('h1').waitFor();
  await page.locator('.skeleton').first().waitFor();
  const looks = async () => Number(await page.evaluate('window.looks'));
  const before = await looks();
  await expect.poll(looks).toBeGreaterThan(before + 1);
  expect([fonts(), await isOwn()]).toEqual([0, false]);
  answer();
  await page.locator('.row').first().waitFor();
  await expect.poll(isOwn).toBe(true);
  expect(fonts()).toBe(1);
  await page.reload();
  await page.locator('h1').waitFor();
  expect(await isOwn()).toBe(true);
});
