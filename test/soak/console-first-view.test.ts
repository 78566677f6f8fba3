/**
 * The console's first view after a cold start: a service that began a moment ago, a browser with an empty cache, a
 * reader with a session. From the address to the rows of the list.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { percentile } from '../bench/kit/figures.ts';
import { startLoad } from '../bench/kit/start-load.ts';
import { type ServiceProcess, startService } from '../bench/kit/start-service.ts';
import { launchAlone } from '../interop/programs/chromium.ts';
import { drawnTwice } from '../interop/programs/page-waits.ts';
import { openSendingLab, type SendingLab } from './sending-lab.ts';
import { isWhole } from './share.ts';

/**
 * Milliseconds until the rows: of half of the starts, and of each. The service, its worker, PostgreSQL and a browser that
 * is as new have two processors.
 */
const shownWithin = { half: 1_500, each: 2_000 };
const starts = isWhole ? 5 : 1;
/** Bytes a second, and milliseconds of a round trip, of a slow line; milliseconds until its rows. */
const slowLine = { bytes: 50_000, roundTrip: 40, shownWithin: 5_000 };
/** Until the first emits are answered; seconds. */
const emitSeconds = 2;

let place: SendingLab;
beforeAll(async () => {
  place = await openSendingLab();
});
afterAll(() => place.lab.end());

const begin = () =>
  startService(place.lab, {
    databaseUrl: place.database.url,
    relayPort: place.sink.port,
    roles: 'api,worker',
    // Production serves the console behind https alone.
    env: { NODE_ENV: 'development' },
  });

/** Signs in and returns the cookies. */
async function signIn({ url }: ServiceProcess): Promise<Awaited<ReturnType<BrowserContext['storageState']>>> {
  const browser = await launchAlone();
  const page = await browser.newPage();
  await page.goto(`${url}/console`);
  await page.getByLabel('API key or operator token').fill(place.apiKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('.row').first().waitFor();
  const state = await page.context().storageState();
  await browser.close();
  return state;
}

/** Milliseconds from the navigation to the first contents and to the first row. */
async function firstView(page: Page, url: string): Promise<{ readonly painted: number; readonly rows: number }> {
  await page.addInitScript(`
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('.row a')) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => { window.rowsShown = performance.now(); }));
    }).observe(document, { childList: true, subtree: true });`);
  await page.goto(`${url}/console/messages`);
  await page.locator('.row a').first().waitFor();
  await drawnTwice(page);
  return {
    painted: Number(await page.evaluate(`performance.getEntriesByName('first-contentful-paint')[0].startTime`)),
    rows: Number(await page.evaluate('window.rowsShown')),
  };
}

test(`the first view after each of ${starts} cold starts`, async () => {
  const first = await begin();
  const load = await startLoad(place.lab);
  await load.open({ url: first.url, apiKey: place.apiKey, kind: 'emit' }, { rate: 50, seconds: emitSeconds });
  const storageState = await signIn(first);
  await first.stop();
  const shown: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    const browser = await launchAlone();
    const context = await browser.newContext({ storageState, viewport: { width: 1_280, height: 900 } });
    const page = await context.newPage();
    const service = await begin();
    const { painted, rows } = await firstView(page, service.url);
    process.stdout.write(`first contents after ${Math.round(painted)} ms, rows after ${Math.round(rows)} ms\n`);
    shown.push(rows);
    await browser.close();
    await service.stop();
  }
  expect(shown).toHaveLength(starts);
  if (!isWhole) return;
  expect(percentile(shown, 0.5)).toBeLessThan(shownWithin.half);
  expect(percentile(shown, 1)).toBeLessThan(shownWithin.each);
});

test('the rows of a first visit over a slow line', async () => {
  const service = await begin();
  const storageState = await signIn(service);
  const shown: number[] = [];
  for (let visit = 0; visit < starts; visit += 1) {
    const browser = await launchAlone();
    const context = await browser.newContext({ storageState, viewport: { width: 1_280, height: 900 } });
    const page = await context.newPage();
    const line = await context.newCDPSession(page);
    await line.send('Network.enable');
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: slowLine.roundTrip,
      downloadThroughput: slowLine.bytes,
      uploadThroughput: slowLine.bytes,
    });
    const { painted, rows } = await firstView(page, service.url);
    process.stdout.write(
      `slow line: first contents after ${Math.round(painted)} ms, rows after ${Math.round(rows)} ms\n`,
    );
    shown.push(rows);
    await browser.close();
  }
  await service.stop();
  expect(shown).toHaveLength(starts);
  if (isWhole) expect(percentile(shown, 0.5)).toBeLessThan(slowLine.shownWithin);
});
