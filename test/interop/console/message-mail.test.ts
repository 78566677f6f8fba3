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

test('above what happened, a mail leaves that in sight and says that it goes on', async () => {
  const page = await world.open(`/console/messages/${world.ids.delivered}`, { viewport: { width: 900, height: 800 } });
  await page.getByRole('button', { name: 'Show the whole mail' }).waitFor();
  expect((await page.locator('.mail-place').boundingBox())?.height).toBeLessThan(400);
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

test('a mail higher than its place says so, and is shown whole; so is a long payload', async () => {
  await world.backend.rest('POST', '/workspaces/ref:shop/events', {
    type: 'order.shipped',
    idempotency_key: 'HB-77-tall',
    recipient: { email: 'delivered+tall@simulator.test' },
    payload: {
      customer_name: 'Ada '.repeat(2_000),
      order_number: '77',
      tracking_url: 'https://example.com/77',
    },
  });
  const { body } = await world.backend.graphql(
    '{ messages(filter: { idempotencyKeyStart: "HB-77" }) { nodes { id } } }',
  );
  const page = await world.open(`/console/messages/${body.data.messages.nodes[0].id}`);
  const heightOf = async (selector: string) => (await page.locator(selector).boundingBox())?.height ?? 0;
  await page.getByRole('button', { name: 'Show the whole mail' }).waitFor();
  expect(await heightOf('.mail-place')).toBe(960);
  await page.getByRole('button', { name: 'Show the whole mail' }).click();
  await expect.poll(() => heightOf('.mail-place')).toBeGreaterThan(1_000);
  const inside = page.frameLocator('.mail-frame').frameLocator('iframe').locator('html');
  // Nothing of it scrolls any more: the end is in sight.
  await expect.poll(() => inside.evaluate((root) => root.scrollHeight - root.clientHeight)).toBeLessThan(2);
  expect(await page.getByRole('button', { name: 'Show the whole mail' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Show all of it' }).click();
  const payload = page.getByRole('region', { name: /^Payload/ });
  await expect.poll(() => payload.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThan(2);
});

test('a mail that fits is as high as it is, with nothing to press', async () => {
  const page = await world.open(`/console/messages/${world.ids.delivered}`);
  const inside = page.frameLocator('.mail-frame').frameLocator('iframe').locator('html');
  await expect.poll(() => inside.evaluate((root) => root.scrollHeight - root.clientHeight)).toBeLessThan(2);
  expect(await page.getByRole('button', { name: 'Show the whole mail' }).count()).toBe(0);
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
