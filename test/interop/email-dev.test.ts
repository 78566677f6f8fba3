/**
 * The preview of mails in headless Chromium: the browser connects to the preview alone, although the preview tries
 * others.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { copyProject, personsEnvironment } from '../support/project-copy.ts';
import { contextOfTest } from './programs/chromium.ts';

/** Milliseconds. The first start installs the preview's server. */
const startTimeout = 300_000;

let folder: string;
let preview: ChildProcess;
let origin: string;

beforeAll(async () => {
  // The preview's server is installed beside linked packages, so the project's own stay as they are.
  folder = await copyProject({ prefix: 'tidings-copy-' });
  const port = await freePort();
  preview = spawn('npm', ['run', 'email:dev', '--', '--port', String(port)], {
    cwd: folder,
    env: personsEnvironment(),
    detached: true,
  });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    const read = (part: Buffer) => {
      output += part.toString('utf8');
      if (output.includes('Ready in')) resolve();
    };
    preview.stdout?.on('data', read);
    preview.stderr?.on('data', read);
    preview.once('exit', () => reject(new Error(`The preview ended and printed: ${output}`)));
  });
  origin = `http://localhost:${port}`;
}, startTimeout);

afterAll(async () => {
  if (preview?.pid !== undefined && preview.exitCode === null) {
    const ended = once(preview, 'exit');
    process.kill(-preview.pid, 'SIGINT');
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
});

test('an opened mail and a pressed Send reach nobody but the preview', { timeout: 120_000 }, async () => {
  const page = await (await contextOfTest()).newPage();
  const elsewhere: string[] = [];
  const refused: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.protocol !== 'blob:' && url.origin !== origin) elsewhere.push(request.url());
  });
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  await page.goto(`${origin}/preview/receipt`);
  await expect.poll(() => page.frames().length, { timeout: 60_000 }).toBeGreaterThan(1);
  const mail = page.frameLocator('iframe').first();
  await mail.getByText('Thank you for your order').waitFor({ timeout: 60_000 });
  // The preview posts an opened mail to its makers' spam check. Without this attempt, the test would prove nothing.
  await expect.poll(() => refused.join('\n'), { timeout: 60_000 }).toContain('check-spam');

  await page.getByRole('button', { name: 'Send' }).click();
  const form = page.locator('form').filter({ hasText: 'Recipient' });
  await form.locator('input').first().fill('ada@example.com');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => refused.join('\n'), { timeout: 60_000 }).toContain('send/test');
  expect(elsewhere).toEqual([]);
});

test('a saved starter shows at once, and a new one needs no module of its own', { timeout: 120_000 }, async () => {
  const starters = join(folder, 'emails', 'starters');
  const receipt = await readFile(join(starters, 'receipt.json'), 'utf8');
  const page = await (await contextOfTest()).newPage();
  await page.goto(`${origin}/preview/receipt`);
  const mail = page.frameLocator('iframe').first();
  await mail.getByText('Thank you for your order').waitFor({ timeout: 60_000 });
  const changed = receipt.replaceAll('Thank you for your order', 'Your order is paid');
  await writeFile(join(starters, 'receipt.json'), changed);
  await mail.getByText('Your order is paid').waitFor({ timeout: 60_000 });

  await writeFile(join(starters, 'paid.json'), changed);
  await expect
    .poll(async () => (await fetch(`${origin}/preview/paid.de`)).status, { timeout: 60_000, interval: 1_000 })
    .toBe(200);
  await page.goto(`${origin}/preview/paid`);
  await mail.getByText('Your order is paid').waitFor({ timeout: 60_000 });
});
