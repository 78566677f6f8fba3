/** The unsubscribe page in headless Chromium: without scripts, by keyboard alone, and before axe-core. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type axe from 'axe-core';
import type { AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRequestListener } from '../../src/http/server.ts';
import { contactsOf } from '../support/contacts-of.ts';
import { createPagesWorld, type PagesWorld } from '../support/pages-world.ts';
import type { Tenant } from '../support/world.ts';

/** Folder for pictures of the pages, if set. */
const pictures = process.env.PICTURES;
const minute = 60_000;
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

let world: PagesWorld;
let tenant: Tenant;
let browser: Browser;
let origin: string;
let stopServer: () => Promise<unknown>;

beforeAll(async () => {
  world = await createPagesWorld();
  const server = createServer(await createRequestListener(world.app)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stopServer = () => {
    server.closeAllConnections();
    server.close();
    return once(server, 'close');
  };
  const executablePath = execFileSync('sh', ['-c', 'command -v chromium']).toString().trim();
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser.close();
  await stopServer();
  await world.close();
});
beforeEach(async () => {
  tenant = await world.tenant();
});

/** Runs axe-core beside the page: the page itself allows no script. */
async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.addScriptTag({ path: axeFile }).catch(() => undefined);
  const results: AxeResults = await page.evaluate(
    (tags) => (globalThis as unknown as { axe: typeof axe }).axe.run({ runOnly: tags }),
    rules,
  );
  expect(results.passes.length).toBeGreaterThan(10);
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  await mkdir(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test.each(['en', 'ar', 'ja'])('axe-core finds nothing on any page in %s', async (locale) => {
    const { link } = await world.subscriber(tenant, 'ada', { locale });
    // Scripts run for axe-core alone: the policy that keeps them out is looked at by another test.
    const context = await browser.newContext({ colorScheme, bypassCSP: true, viewport: { width: 800, height: 600 } });
    const page = await context.newPage();
    const look = async (name: string) => {
      expect(await faultsOf(page), name).toEqual([]);
      await picture(page, `${locale}-${colorScheme}-${name}`);
    };
    await page.goto(origin + link);
    await look('ask');
    await page.click('button');
    await look('left');
    world.advance(4 * minute);
    await page.reload();
    await page.goto(origin + link);
    await page.click('button[value=undo]');
    await look('back');
    await page.click('button');
    await page.goto(origin + link);
    world.advance(11 * minute);
    await page.click('button[value=undo]');
    await look('too-late');
    await page.goto(origin + link);
    await look('gone');
    await page.setExtraHTTPHeaders({ 'accept-language': locale });
    await page.goto(`${origin}/unsubscribe/forged`);
    await look('nobody');
    await context.close();
  });
});

describe('without scripts', () => {
  test('a person leaves and comes back by keyboard alone', async () => {
    const { link } = await world.subscriber(tenant, 'ada');
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const status = async () => (await contactsOf(world, tenant).get('ref:ada')).status;
    await page.goto(origin + link);
    await page.keyboard.press('Tab');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(await page.textContent('h1')).toBe('You are unsubscribed');
    expect(await status()).toBe('unsubscribed');
    await page.keyboard.press('Tab');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Space')]);
    expect(await page.textContent('h1')).toBe('Undone');
    expect(await status()).toBe('subscribed');
    await context.close();
  });

  test.each([320, 600, 1_200])(
    'nothing is cut off at %i pixels, in the longest words and a long name',
    async (width) => {
      await world.app.db.pool.query('UPDATE workspaces SET name = $2 WHERE id = $1', [
        tenant.workspace,
        'Donaudampfschifffahrtsgesellschaftskapitänsmützenhandelsgesellschaft',
      ]);
      for (const locale of ['de', 'ar', 'tr']) {
        const { link } = await world.subscriber(tenant, locale, { locale });
        const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 700 } });
        const page = await context.newPage();
        for (const state of ['ask', 'left']) {
          await page.goto(origin + link);
          const main = await page.locator('main').boundingBox();
          const button = await page.locator('button').boundingBox();
          for (const box of [main, button]) {
            expect(box?.x, `${locale} ${state}`).toBeGreaterThanOrEqual(0);
            expect((box?.x ?? 0) + (box?.width ?? 0), `${locale} ${state}`).toBeLessThanOrEqual(width);
          }
          expect(button?.height).toBeGreaterThanOrEqual(44);
          await picture(page, `${locale}-${width}-${state}`);
          if (state === 'ask') await page.click('button');
        }
        await context.close();
      }
    },
  );

  test('the browser heeds the policy of the page: no script of anybody runs in it', async () => {
    const { link } = await world.subscriber(tenant, 'ada');
    const page = await browser.newPage();
    await page.goto(origin + link);
    await expect(page.addScriptTag({ content: 'document.title = "run"' })).rejects.toThrow(/Content Security Policy/);
    // Its own style is let in.
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('main') as Element).maxWidth)).toBe(
      '544px',
    );
    await page.close();
  });
});
