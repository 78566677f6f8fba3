/** The brand in the console: a person writes it, sees a mail with it, is told of a colour that nobody can read, and saves it. */
import { expect, test } from 'vitest';
import { lookWithAxe } from '../programs/axe.ts';
import { openConsole } from './console-world.ts';

const world = openConsole();

test('a brand is written beside a mail that has it, a pale text is refused under its field, and the save is kept', async () => {
  const page = await world.open('/console/brand');
  const mail = page.frameLocator('.mail-frame').frameLocator('iframe');
  await mail.locator('body').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Harbour Books');
  await page.getByLabel('Postal address').fill('1 Quay Street\nBristol');
  const text = page.getByLabel('Text', { exact: true }).first();
  await text.fill('#123456');
  const colour = () =>
    mail
      .getByText('Thank you for your order')
      .first()
      .evaluate((heading) => getComputedStyle(heading).color);
  await expect.poll(colour).toBe('rgb(18, 52, 86)');
  expect((await lookWithAxe(page)).faults).toEqual([]);

  await text.fill('#eeeeee');
  await page.getByRole('button', { name: 'Save brand' }).click();
  await page
    .getByText(/contrast/i)
    .first()
    .waitFor();
  await text.fill('#1a1a1a');
  await page.getByRole('button', { name: 'Save brand' }).click();
  await page.getByText('Brand saved.').first().waitFor();
  const { body } = await world.backend.graphql('{ brand { name address colors { text } } }');
  expect(body.data.brand).toEqual({
    name: 'Harbour Books',
    address: '1 Quay Street\nBristol',
    colors: { text: '#1a1a1a' },
  });
});
