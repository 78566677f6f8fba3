/** What a page shows first on a telephone of 360 × 780 pixels, in a browser. */
import { expect, test } from 'vitest';
import { openConsole, phone } from './console-world.ts';

const world = openConsole();

test('all tabs of People are seen without scrolling sideways', async () => {
  const page = await world.open('/console/people', { viewport: phone });
  const tabs = page.locator('.tabs');
  await tabs.getByRole('link', { name: 'Imports' }).waitFor();
  expect(await tabs.locator('a').allTextContents()).toEqual(['Contacts', 'Left', 'Suppressed', 'Imports']);
  expect(await tabs.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
});

test('the chart of Figures begins on the first screen', async () => {
  const page = await world.open('/console/figures?days=7', { viewport: phone });
  const chart = page.getByRole('figure', { name: 'Outcome of the accepted mail' });
  await chart.locator('canvas').waitFor();
  expect((await chart.boundingBox())?.y).toBeLessThan(phone.height);
});

test('a DKIM key shows its begin with the button that copies it, and all of it to whoever wants it', async () => {
  const page = await world.open('/console/sending-domain', { viewport: phone });
  const value = page.locator('.record', { hasText: 'DKIM' }).locator('.long-text');
  const code = value.locator('code');
  await code.waitFor();
  const heightOf = async () => (await code.boundingBox())?.height ?? 0;
  const folded = await heightOf();
  expect(folded).toBeLessThan(80);
  const copy = await value.getByRole('button', { name: 'Copy Value' }).boundingBox();
  expect((copy?.y ?? 0) - ((await code.boundingBox())?.y ?? 0)).toBeLessThan(10);
  await value.getByRole('button', { name: 'Show all of it' }).click();
  expect(await heightOf()).toBeGreaterThan(2 * folded);
  await value.getByRole('button', { name: 'Show its begin' }).click();
  expect(await heightOf()).toBe(folded);
});
