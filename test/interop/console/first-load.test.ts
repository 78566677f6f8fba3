/** What a browser shows of the console before its files have come, and what it asks for at once. */
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { firstRows } from '../../console/first-rows.ts';
import { openConsole } from './console-world.ts';

const world = openConsole();

/** Keeps what comes after the first contents, such as menus and the font, from being loaded at all. */
async function withoutWhatFollows(page: Page): Promise<void> {
  await page.addInitScript(`{
    const begin = window.setInterval;
    window.setInterval = (look, every) => (every === 250 ? 0 : begin(look, every));
  }`);
}

/** Holds the answers to requests for these files until the function that it returns is called. */
async function hold(page: Page, files: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(files, async (route) => {
    await isReleased;
    await route.continue();
  });
  return release;
}

const hasFocus = (page: Page, role: 'button' | 'menuitemcheckbox', name: RegExp | string) =>
  page
    .getByRole(role, { name })
    .first()
    .evaluate((one) => one === document.activeElement);

test(`a first visit has its rows with ${firstRows.bytes} bytes and ${firstRows.requests} requests at most`, async () => {
  const page = await world.openPage();
  await world.startSession(page.context(), world.backend.apiKey);
  await withoutWhatFollows(page);
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  const asked = new Map<string, string>();
  const loaded: (readonly [path: string, bytes: number])[] = [];
  line.on('Network.requestWillBeSent', ({ requestId, request }) => asked.set(requestId, new URL(request.url).pathname));
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    loaded.push([asked.get(requestId) ?? '', encodedDataLength]),
  );
  await page.goto(`${world.origin}/console/messages`);
  await page.locator('.row').first().waitFor();
  await page.waitForLoadState('networkidle');
  const bytes = loaded.reduce((sum, [, each]) => sum + each, 0);
  const paths = loaded.map(([path]) => path);
  console.info(`${bytes} bytes, ${loaded.length} requests: ${loaded.map((each) => each.join(' ')).join(', ')}`);
  expect(paths.filter((path) => /-menu-|-choices-|-dialog-|drawer|toast|peek|woff2/.test(path))).toEqual([]);
  expect(paths.filter((path) => path === '/graphql').length).toBeGreaterThan(1);
  expect(new Set(paths.filter((path) => path.startsWith('/console/assets/'))).size).toBeGreaterThan(5);
  expect(bytes).toBeLessThan(firstRows.bytes);
  expect(loaded.length).toBeLessThan(firstRows.requests + 1);
});

test('the scripts of the page are asked for before the first ones have run', async () => {
  const page = await world.openPage();
  await world.startSession(page.context(), world.backend.apiKey);
  const release = await hold(page, '**/assets/index-*.js');
  const ofPage = page.waitForRequest(/\/assets\/messages-.*\.js$/);
  await page.goto(`${world.origin}${world.messages()}`, { waitUntil: 'commit' });
  await ofPage;
  release();
  await page.locator('.row').first().waitFor();
});

/** Holds every request for the list of messages but the first, which `first` treats. */
async function holdLaterRows(page: Page, first: (route: Route) => Promise<void>): Promise<void> {
  let asked = 0;
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('query Messages(')) return route.continue();
    asked += 1;
    if (asked === 1) await first(route);
  });
}

test('the first rows are asked for while the scripts are on their way, and the page shows that answer', async () => {
  const page = await world.openPage();
  await world.startSession(page.context(), world.backend.apiKey);
  const release = await hold(page, '**/assets/frame-*.js');
  await holdLaterRows(page, (route) => route.continue());
  const rows = page.waitForResponse((response) => !!response.request().postData()?.includes('query Messages('));
  await page.goto(`${world.origin}/console/messages?type=order.shipped`, { waitUntil: 'commit' });
  expect((await (await rows).finished()) ?? 'whole').toBe('whole');
  expect(await page.locator('.first-frame').count()).toBe(1);
  release();
  await page.locator('.row', { hasText: 'ada@example.com' }).first().waitFor();
});

test('rows that were asked for ahead in vain are asked for again', async () => {
  const page = await world.openPage();
  await world.startSession(page.context(), world.backend.apiKey);
  world.expected = /ERR_FAILED/;
  let isCut = false;
  await page.route('**/graphql', async (route) => {
    if (isCut || !route.request().postData()?.includes('query Messages(')) return route.continue();
    isCut = true;
    await route.abort();
  });
  await page.goto(`${world.origin}/console/messages`);
  await page.locator('.row').first().waitFor();
  expect(isCut).toBe(true);
});

test('nothing is asked for ahead of a reader who has to sign in, or of another page', async () => {
  const page = await world.openPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(/query (\w+)/.exec(request.postData() ?? '')?.[1] ?? ''));
  await page.goto(`${world.origin}/console/messages`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  expect(asked.filter((name) => name !== '')).toEqual([]);
  await world.signIn(page, undefined, '/console/workspaces');
  await page.locator('.row').first().waitFor();
  expect(asked).toContain('CurrentKey');
  expect(asked).not.toContain('Messages');
});

test('a menu that is pressed before its file has come opens with it, by a key at its first line', async () => {
  const page = await world.openPage();
  const release = await hold(page, '**/assets/several-menu-*.js');
  await withoutWhatFollows(page);
  await world.signIn(page, undefined, world.messages());
  const state = page.getByRole('button', { name: /^State: / });
  await state.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await state.getAttribute('aria-expanded')).toBe('false');
  expect(await hasFocus(page, 'button', /^State: /)).toBe(true);
  release();
  await page.getByRole('menuitemcheckbox').first().waitFor();
  await expect.poll(() => hasFocus(page, 'menuitemcheckbox', /./)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => hasFocus(page, 'button', /^State: /)).toBe(true);
  // From now on it is like any other.
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => hasFocus(page, 'menuitemcheckbox', /./)).toBe(true);
});

test('a panel and a menu open at the first click, and a click beside them closes them', async () => {
  const page = await world.openPage();
  await withoutWhatFollows(page);
  await world.signIn(page, undefined, world.messages());
  await page.getByRole('button', { name: /^Time: / }).click();
  await page.getByRole('dialog', { name: 'Time' }).getByRole('button', { name: 'Yesterday' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => hasFocus(page, 'button', /^Time: /)).toBe(true);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Subject' }).waitFor();
  await page.mouse.click(600, 700);
  await page.getByRole('menuitemcheckbox', { name: 'Subject' }).waitFor({ state: 'detached' });
});

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
