/** The mail on the page of its message, in a browser. */
import { expect, test } from 'vitest';
import { openConsole, phone } from './console-world.ts';

const world = openConsole();

test('the first page that is opened shows the mail as wide as on a phone', async () => {
  const page = await world.open(`/console/messages/${world.ids.delivered}`);
  const frame = page.locator('.mail-frame');
  await frame.waitFor();
  const width = async () => (await frame.boundingBox())?.width ?? 0;
  expect(await width()).toBeGreaterThan(500);
  await page.getByTitle('Phone').click();
  await expect.poll(width).toBe(375);
});

test('a narrow place shows the wide mail smaller, and never the layout of a phone', async () => {
  const page = await world.open(`/console/messages/${world.ids.delivered}`, { viewport: phone });
  const frame = page.locator('.mail-frame');
  await frame.waitFor();
  const layout = () => frame.evaluate((element) => (element as HTMLElement).clientWidth);
  await expect.poll(layout).toBe(600);
  const { width = 0 } = (await frame.boundingBox()) ?? {};
  expect(width).toBeLessThan(phone.width);
  await page.getByTitle('Phone').click();
  await expect.poll(layout).toBe(375);
});

test('a mail that could not be made says so, while its payload is there', async () => {
  await world.tidings.service.app.db.pool.query(
    `UPDATE messages SET state = 'failed', reason = 'render_failed', values = NULL WHERE id = $1`,
    [world.ids.delivered],
  );
  const page = await world.open(`/console/messages/${world.ids.delivered}`);
  await page.getByText('The mail could not be made from its template and the values of this emit').waitFor();
  await page.getByText('tracking_url').first().waitFor();
});
