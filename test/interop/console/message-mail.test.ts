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

test('beside what happened, a mail has the room of a page; above it, it leaves that in sight', async () => {
  const page = await world.open(`/console/messages/${world.ids.delivered}`, {
    viewport: { width: 1_280, height: 800 },
  });
  const frame = page.locator('.mail-frame');
  await frame.waitFor();
  const height = async () => (await frame.boundingBox())?.height ?? 0;
  await expect.poll(height).toBeGreaterThan(900);
  await page.setViewportSize({ width: 900, height: 800 });
  await expect.poll(height).toBeLessThan(500);
});

test.for(['delivered', 'held'] as const)(
  'why, the mail and what happened are in sight together at 1280 by 800: %s',
  async (which) => {
    const viewport = { width: 1_280, height: 800 };
    const page = await world.open(`/console/messages/${world.ids[which]}`, { viewport });
    await page.locator('.mail-frame').waitFor();
    const placeOf = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox();
      return { top: box?.y ?? Number.NaN, bottom: (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN) };
    };
    expect((await placeOf('.explanation-summary')).bottom).toBeLessThan(viewport.height);
    expect((await placeOf('.timeline li')).bottom).toBeLessThan(viewport.height);
    // So much of the mail that its first words can be read.
    expect((await placeOf('.mail-frame')).top).toBeLessThan(viewport.height - 200);
  },
);

test('a mail that could not be made says so, while its payload is there', async () => {
  await world.tidings.service.app.db.pool.query(
    `UPDATE messages SET state = 'failed', reason = 'render_failed', values = NULL WHERE id = $1`,
    [world.ids.delivered],
  );
  const page = await world.open(`/console/messages/${world.ids.delivered}`);
  await page.getByText('The mail could not be made from its template and the values of this emit').waitFor();
  await page.getByText('tracking_url').first().waitFor();
});
