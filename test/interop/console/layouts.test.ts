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
