/** The examples of an event type in the console: a person writes them, is told what is wrong, and adds a real payload. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { lookWithAxe } from '../programs/axe.ts';
import { openConsole } from './console-world.ts';
import { replaceText } from './replace-text.ts';

const world = openConsole();

interface Example {
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

async function kept(): Promise<readonly Example[]> {
  const { body } = await world.backend.rest('GET', '/event-types/order.shipped');
  return body.data.examples ?? [];
}

/** The page of the event type with its form of examples open. */
async function openForm(): Promise<{ readonly page: Page; readonly form: Locator }> {
  const page = await world.open('/console/event-types/order.shipped');
  await page.getByRole('button', { name: 'Edit examples' }).click();
  const form = page.getByRole('dialog', { name: 'Edit examples' });
  await form.locator('.cm-content').waitFor();
  return { page, form };
}

const first: Example = { name: 'A parcel', payload: { order_number: '7', tracking_url: 'https://example.com/7' } };
const second: Example = { name: 'Another', payload: { order_number: '8', tracking_url: 'https://example.com/8' } };

test('examples are written as JSON, saved, and shown by their names', async () => {
  const { page, form } = await openForm();
  await replaceText(page, JSON.stringify([first, second], null, 2));
  expect((await lookWithAxe(page)).faults).toEqual([]);
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Examples saved').first().waitFor();
  await form.waitFor({ state: 'detached' });
  expect(await kept()).toEqual([first, second]);
  await page.getByLabel('Example', { exact: true }).selectOption('Another');
  await page.getByRole('region', { name: 'Another' }).getByText('https://example.com/8').waitFor();
  // Previews take the first.
  const { body } = await world.backend.rest('POST', '/event-types/order.shipped/template/preview', {});
  expect(body.data.html).toContain('https://example.com/7');
});

test('what is no JSON, and what the fields refuse, is said in the form, and nothing is saved', async () => {
  const before = await kept();
  const { page, form } = await openForm();
  await replaceText(page, '[{ "name": ');
  await form.getByText(/^This is not JSON: /).waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await replaceText(page, JSON.stringify([{ ...first, payload: { order_number: 7 } }]));
  await form.getByRole('button', { name: 'Save' }).click();
  const faults = form.getByRole('alert');
  await faults.getByText('0.payload.order_number', { exact: true }).waitFor();
  await faults.getByText('0.payload.tracking_url', { exact: true }).waitFor();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await form.waitFor({ state: 'detached' });
  expect(await kept()).toEqual(before);
});

test('the latest payload is added with its values replaced, and is an example like the others', async () => {
  await world.emit('examples-real', 'reader@example.com', {
    customer_name: 'Rosalind',
    order_number: 'XK-4711',
    tracking_url: 'https://carrier.example/XK-4711',
  });
  const before = await kept();
  const { page, form } = await openForm();
  await form.getByRole('button', { name: 'Add a real payload, masked' }).click();
  await form.getByText('A real one, masked').waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Examples saved').first().waitFor();
  const now = await kept();
  expect(now.slice(0, -1)).toEqual(before);
  const added = now.at(-1);
  expect(added?.name).toBe('A real one, masked');
  expect(Object.keys(added?.payload ?? {}).sort()).toEqual(['customer_name', 'order_number', 'tracking_url']);
  expect(JSON.stringify(added)).not.toMatch(/Rosalind|4711|carrier/);
});
