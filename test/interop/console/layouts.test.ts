/** Layouts in the console: a person writes one, sees a mail with it, lets a template take it, and is told what changes. */
import { expect, test } from 'vitest';
import { lookWithAxe } from '../programs/axe.ts';
import { openConsole } from './console-world.ts';

const world = openConsole();

test('a layout is written beside a mail that has it, saved, and taken by a template', async () => {
  const page = await world.open('/console/layouts');
  await page.getByText('No layout yet').waitFor();
  await page.getByRole('button', { name: 'New layout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  const mail = page.frameLocator('.mail-frame').frameLocator('iframe');
  await mail.locator('body').waitFor();
  await page.getByText('No template uses it yet.').waitFor();
  expect((await lookWithAxe(page)).faults).toEqual([]);
  await page.getByRole('button', { name: 'Save layout' }).click();
  await page.getByText('Layout saved.').first().waitFor();
  const { body } = await world.backend.graphql('{ layout(name: "default") { version header footer } }');
  expect(body.data.layout).toMatchObject({ version: 1, header: [{ type: 'header' }], footer: [{ type: 'footer' }] });

  const template = await world.open('/console/templates/order.shipped');
  await template.getByText('Layout, preheader, width and direction').click();
  await template.getByLabel('Layout').selectOption('default');
  await expect.poll(() => template.getByLabel('Layout').inputValue()).toBe('default');
});

test('an older version is taken into the form, and saved as the next one', async () => {
  const text = (words: string) => ({ footer: [{ id: 'f', type: 'text', attrs: { text: words } }] });
  await world.backend.rest('PUT', '/layouts/letters', text('The first words'));
  await world.backend.rest('PUT', '/layouts/letters', text('The second words'));
  const page = await world.open('/console/layouts/letters');
  const mail = page.frameLocator('.mail-frame').frameLocator('iframe');
  await mail.getByText('The second words').waitFor();
  const take = page.getByRole('button', { name: 'Take it into the form' });
  expect(await take.isDisabled()).toBe(true);
  await page.getByLabel('Older version').selectOption('Version 1');
  await take.click();
  await mail.getByText('The first words').waitFor();
  await page.getByRole('button', { name: 'Save layout' }).click();
  await page.getByText('Layout saved.').first().waitFor();
  const { body } = await world.backend.graphql('{ layout(name: "letters") { version footer } }');
  expect(body.data.layout).toMatchObject({ version: 3, ...text('The first words') });
});
