/** The brand in the console: a person writes it, sees a mail with it, is told of a colour that nobody can read, and saves it. */
import { expect, test } from 'vitest';
import { spotted } from '../../pictures/pictures.ts';
import { lookWithAxe } from '../programs/axe.ts';
import { openConsole } from './console-world.ts';

const world = openConsole();

test('a picture is uploaded and taken for the logo, and a brand is deleted', async () => {
  const page = await world.open('/console/brand');
  const picker = page.getByLabel('Add a picture');
  await picker.setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
  await page.getByText(/mail apps show no SVG/).waitFor();
  await picker.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await spotted(0x0f766e) });
  await page.getByText('Picture added.').first().waitFor();
  const shown = page.getByRole('img', { name: 'Picture 1' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2);
  expect((await lookWithAxe(page)).faults).toEqual([]);
  await page.getByRole('button', { name: 'Use as logo' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Harbour Books');
  await page.getByRole('button', { name: 'Save brand' }).click();
  await page.getByText('Brand saved.').first().waitFor();
  const { body } = await world.backend.graphql('{ brand { logoUrl } pictures { nodes { url } } }');
  expect(body.data.brand.logoUrl).toBe(body.data.pictures.nodes[0].url);

  await page.getByRole('button', { name: 'Delete brand' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete brand' }).click();
  await page.getByText('Brand deleted.').first().waitFor();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
  await page.getByRole('button', { name: 'Delete picture 1' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete picture' }).click();
  await page.getByText('Picture deleted.').first().waitFor();
});

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

  // The figure beside the field says it before the service does.
  const figure = page.locator('.brand-color', { has: text }).locator('.contrast');
  await expect.poll(() => figure.textContent()).toMatch(/^Aa1[0-9.]+ : 1on the ground$/);
  await text.fill('#eeeeee');
  await expect.poll(() => figure.textContent()).toMatch(/^Aa1(\.\d)? : 1on the (ground|sheet), needs 4\.5 : 1$/);
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
