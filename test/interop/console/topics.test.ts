/** Topics in a browser: made and changed, named by an event type, and shown with the person who left one. */
import { expect, test } from 'vitest';
import { openConsole } from './console-world.ts';

const world = openConsole();

test('a topic is made with its translations, changed, and kept from deletion while an event type names it', async () => {
  const page = await world.open('/console/attributes');
  await page.getByText('No topics yet').waitFor();
  await page.getByRole('button', { name: 'New topic' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Key').fill('newsletter');
  await dialog.getByLabel('Name').fill('Newsletter');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Topic created', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Description').fill('News, once a month');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Topic saved', { exact: true }).waitFor();

  await page.goto(`${world.origin}/console/event-types/order.shipped`);
  await page.getByRole('button', { name: 'Edit fields' }).click();
  await dialog.getByLabel('Topic').selectOption('newsletter');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Event type saved', { exact: true }).waitFor();
  await page
    .locator('.card', { has: page.getByRole('heading', { name: 'Topic' }) })
    .getByText('newsletter')
    .waitFor();

  await page.goto(`${world.origin}/console/attributes`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('An event type names this topic.').waitFor();
});

test('a person who left a topic is shown with it, when and how, and an emit to them is explained', async () => {
  const at = new Date(Date.now() - 3_600_000).toISOString();
  const { status, body } = await world.backend.rest('PUT', '/workspaces/ref:shop/contacts/ref:tess', {
    email: 'tess@example.com',
    marketing: { state: 'subscribed', at },
    topics: [{ key: 'newsletter', state: 'unsubscribed', at }],
  });
  expect(status).toBe(201);
  const page = await world.open(`/console/people/${world.ids.workspace}/${body.data.id}`);
  const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Topics', exact: true }) });
  await card.getByText(/Left · API/).waitFor();
  await page.getByText(/^Topic newsletter/).waitFor();
  await page.getByLabel('Event type').selectOption('order.shipped');
  await page.getByText(/^The contact has left the topic newsletter/).waitFor();
});
