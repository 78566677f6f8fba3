/** The unsubscribe page in headless Chromium: without scripts, by keyboard alone, and before axe-core. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRequestListener } from '../../src/http/server.ts';
import { contactsOf } from '../support/contacts-of.ts';
import { createPagesWorld, type PagesWorld } from '../support/pages-world.ts';
import { type LocalServer, serveLocally } from '../support/serve-locally.ts';
import type { Tenant } from '../support/world.ts';
import { lookWithAxe } from './programs/axe.ts';
import { contextOfTest } from './programs/chromium.ts';

/** Folder for pictures of the pages, if set. */
const pictures = process.env.PICTURES;
const minute = 60_000;

let world: PagesWorld;
let tenant: Tenant;
let server: LocalServer;

beforeAll(async () => {
  world = await createPagesWorld();
  server = await serveLocally(await createRequestListener(world.app));
});
afterAll(async () => {
  await server?.close();
  await world?.close();
});
beforeEach(async () => {
  tenant = await world.tenant();
});

async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  await mkdir(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

/** Presses a button of the form, and waits for the page that answers. */
async function press(page: Page, button: string): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.click(button)]);
}

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test.each(['en', 'ar', 'ja'])('axe-core finds nothing on any page in %s', async (locale) => {
    const { link } = await world.subscriber(tenant, 'ada', { locale });
    // Scripts run for axe-core alone: the policy that keeps them out is looked at by another test.
    const context = await contextOfTest({ colorScheme, bypassCSP: true, viewport: { width: 800, height: 600 } });
    const page = await context.newPage();
    const look = async (name: string) => {
      const { passed, faults } = await lookWithAxe(page);
      expect(faults, name).toEqual([]);
      expect(passed).toBeGreaterThan(10);
      await picture(page, `${locale}-${colorScheme}-${name}`);
    };
    await page.goto(server.origin + link);
    await look('ask');
    await press(page, 'button');
    await look('left');
    world.advance(4 * minute);
    await page.reload();
    await page.goto(server.origin + link);
    await press(page, 'button[value=undo]');
    await look('back');
    await press(page, 'button');
    await page.goto(server.origin + link);
    world.advance(11 * minute);
    await press(page, 'button[value=undo]');
    await look('too-late');
    await page.goto(server.origin + link);
    await look('gone');
    await page.setExtraHTTPHeaders({ 'accept-language': locale });
    await page.goto(`${server.origin}/unsubscribe/forged`);
    await look('nobody');
  });
});

describe('without scripts', () => {
  test('a person leaves and comes back by keyboard alone', async () => {
    const { link } = await world.subscriber(tenant, 'ada');
    const context = await contextOfTest({ javaScriptEnabled: false });
    const page = await context.newPage();
    const status = async () => (await contactsOf(world, tenant).get('ref:ada')).status;
    await page.goto(server.origin + link);
    await page.keyboard.press('Tab');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(await page.textContent('h1')).toBe('You are unsubscribed');
    expect(await status()).toBe('unsubscribed');
    await page.keyboard.press('Tab');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Space')]);
    expect(await page.textContent('h1')).toBe('Undone');
    expect(await status()).toBe('subscribed');
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
        const context = await contextOfTest({ javaScriptEnabled: false, viewport: { width, height: 700 } });
        const page = await context.newPage();
        for (const state of ['ask', 'left']) {
          await page.goto(server.origin + link);
          const main = await page.locator('main').boundingBox();
          const button = await page.locator('button').boundingBox();
          for (const box of [main, button]) {
            expect(box?.x, `${locale} ${state}`).toBeGreaterThanOrEqual(0);
            expect((box?.x ?? 0) + (box?.width ?? 0), `${locale} ${state}`).toBeLessThanOrEqual(width);
          }
          expect(button?.height).toBeGreaterThanOrEqual(44);
          await picture(page, `${locale}-${width}-${state}`);
          if (state === 'ask') await press(page, 'button');
        }
      }
    },
  );

  test('the browser heeds the policy of the page: no script of anybody runs in it', async () => {
    const { link } = await world.subscriber(tenant, 'ada');
    const page = await (await contextOfTest()).newPage();
    await page.goto(server.origin + link);
    await expect(page.addScriptTag({ content: 'document.title = "run"' })).rejects.toThrow(/Content Security Policy/);
    // Its own style is let in.
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('main') as Element).maxWidth)).toBe(
      '544px',
    );
  });
});
