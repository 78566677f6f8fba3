/** The mail on the page of its message, in a browser. */
import { expect, test } from 'vitest';
import { openConsole } from './console-world.ts';

const world = openConsole();

test('the first page that is opened shows the mail as wide as on a phone', async () => {
  const page = await world.open(`/console/messages/${world.ids.delivered}`);
  const frame = page.locator('.mail-frame');
  await frame.waitFor();
  const width = async () => (await frame.boundingBox())?.width ?? 0;
  expect(await width()).toBeGreaterThan(500);
  await page.getByLabel('Width').selectOption('Phone');
  await expect.poll(width).toBe(375);
});
