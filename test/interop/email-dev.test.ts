/** The bench of designers in headless Chromium, as `npm run email:dev` starts it: it reaches nobody but itself. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { contextOfTest } from './programs/chromium.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

let folder: string;
let bench: ChildProcess;
let origin: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-bench-'));
  await cp(join(root, 'emails', 'starters'), folder, { recursive: true });
  const port = await freePort();
  bench = spawn('npm', ['run', 'email:dev', '--', folder, '--port', String(port)], { cwd: root, detached: true });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    const read = (part: Buffer) => {
      output += part.toString('utf8');
      if (output.includes('as soon as they are saved')) resolve();
    };
    bench.stdout?.on('data', read);
    bench.stderr?.on('data', read);
    bench.once('exit', () => reject(new Error(`The bench ended and printed: ${output}`)));
  });
  origin = `http://localhost:${port}`;
}, 60_000);

afterAll(async () => {
  if (bench?.pid !== undefined && bench.exitCode === null) {
    const ended = once(bench, 'exit');
    process.kill(-bench.pid, 'SIGINT');
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
});

interface Watched {
  readonly page: Page;
  /** What the browser asked of others, and what its console complained about. */
  readonly elsewhere: readonly string[];
  readonly complaints: readonly string[];
}

async function open(path: string): Promise<Watched> {
  const page = await (await contextOfTest()).newPage();
  const [elsewhere, complaints]: [string[], string[]] = [[], []];
  const note = (request: Request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== origin) elsewhere.push(request.url());
  };
  page.on('response', (response) => note(response.request()));
  // What the policy of a page forbids is asked of nobody.
  page.on('requestfailed', (request) => request.failure()?.errorText !== 'csp' && note(request));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${origin}/${path}`);
  return { page, elsewhere, complaints };
}

test('the first page shows mails, looks and blocks, and loads nothing of others', { timeout: 60_000 }, async () => {
  const { page, elsewhere, complaints } = await open('');
  await page.getByRole('heading', { name: 'Your mails' }).waitFor();
  for (const name of ['Looks', 'Blocks', 'On the service']) await page.getByRole('heading', { name }).first().waitFor();
  await page.frameLocator('.file iframe').first().getByRole('heading').first().waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'receipt', exact: true }).click();
  await page.frameLocator('main > iframe').getByText('Gooseneck kettle').waitFor();
  expect(new URL(page.url()).hash).toBe('#file/receipt');
  expect([elsewhere, complaints]).toEqual([[], []]);
});

test('a mail is shown in the language, with the example and the colours that were picked', {
  timeout: 60_000,
}, async () => {
  const { page, complaints } = await open('#file/receipt');
  const mail = page.frameLocator('main > iframe');
  await mail.getByText('Alba cup').waitFor();
  await page.getByLabel('Example').selectOption('One item, no name');
  await mail.getByText('2026-1043').first().waitFor();
  await page.getByLabel('Language').selectOption('de');
  await expect.poll(() => mail.locator('html').getAttribute('lang')).toBe('de');
  await page.getByLabel('Colours').selectOption('dark');
  // Scripts do not run in the mail, so its frame is asked: a mail has the scheme of its frame.
  const scheme = 'getComputedStyle(document.querySelector("main > iframe")).colorScheme';
  await expect.poll(() => page.evaluate(scheme)).toBe('dark');
  // The address holds the choice.
  await page.reload();
  await mail.getByText('2026-1043').first().waitFor();
  expect(await mail.locator('html').getAttribute('lang')).toBe('de');
  await page.getByLabel('View').selectOption('text');
  await page.locator('main pre').getByText('2026-1043').waitFor();
  expect(complaints).toEqual([]);
});

test('all mails are shown at a glance, in light and dark, wide and on a phone', { timeout: 120_000 }, async () => {
  const { page, elsewhere, complaints } = await open('');
  await page.getByRole('navigation').getByRole('link', { name: 'All at a glance' }).click();
  await page.getByRole('heading', { name: 'All mails at a glance' }).waitFor();
  expect(await page.locator('.row').count()).toBe(12);
  expect(await page.locator('.row iframe').count()).toBe(48);
  const receipt = (view: string) => page.frameLocator(`iframe[title="receipt, ${view}"]`);
  await page.locator('iframe[title="receipt, light, 640"]').scrollIntoViewIfNeeded();
  await receipt('light, 640').getByText('Alba cup').waitFor();
  const scheme = (view: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('iframe[title="receipt, ${view}"]')).colorScheme`);
  expect([await scheme('light, 360'), await scheme('dark, 360')]).toEqual(['light', 'dark']);
  await page.getByLabel('Language').selectOption('de');
  await expect.poll(() => receipt('light, 640').locator('html').getAttribute('lang')).toBe('de');
  await page.getByLabel('Look').selectOption('all');
  await expect.poll(() => page.locator('.row').count()).toBe(36);
  await page.getByRole('link', { name: 'receipt, bold' }).click();
  expect(new URL(page.url()).hash).toBe('#file/receipt?locale=de&look=bold');
  expect([elsewhere, complaints]).toEqual([[], []]);
});

test('a saved file shows at once, with its faults by block, and a new one appears', { timeout: 60_000 }, async () => {
  const file = join(folder, 'welcome.json');
  const before = await readFile(file, 'utf8');
  const { page, complaints } = await open('#file/welcome');
  await page.frameLocator('main > iframe').getByRole('heading').first().waitFor();
  await writeFile(file, before.replace('"level":', '"levle":'));
  await page.getByRole('alert').getByText('Did you mean `level`?').waitFor();
  await writeFile(file, `${before.slice(0, 200)}`);
  await page
    .getByRole('alert')
    .getByText(/is no JSON\. line \d+, column \d+/)
    .waitFor();
  await writeFile(file, before);
  await page.frameLocator('main > iframe').getByRole('heading').first().waitFor();
  await writeFile(join(folder, 'paid.json'), before);
  await page.getByRole('navigation').getByRole('link', { name: 'paid', exact: true }).waitFor();
  expect(complaints).toEqual([]);
});
