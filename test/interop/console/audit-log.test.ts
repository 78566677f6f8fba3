/** The audit log, in a browser. */
import { expect, test } from 'vitest';
import { openConsole } from './console-world.ts';

const world = openConsole();

test('what was changed leads to its page, and its id can still be copied', async () => {
  const page = await world.open('/console/audit-log');
  const change = page.locator('.row', { hasText: 'Change a workspace' });
  await change.getByRole('button', { name: 'Copy Object' }).waitFor();
  await change.getByRole('link', { name: 'Harbour Books Lisbon' }).click();
  await page.getByRole('heading', { level: 1, name: 'Harbour Books Lisbon' }).waitFor();
  await page.goBack();
  await page.locator('.row', { hasText: 'Publish a template' }).getByRole('link', { name: 'order.shipped' }).click();
  await page.locator('.versions li').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/templates/order.shipped');
});
