/** Texts for translators, out and in, in a browser. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openConsole } from './console-world.ts';

const world = openConsole();

test('a subject that reads from the right begins at the right edge of the preview', async () => {
  const page = await world.open('/console/templates/order.shipped?part=translations');
  const subject = page.locator('.preview-subject', { hasText: /[\u0600-\u06ff]/ });
  await subject.waitFor();
  const left = await subject.evaluate((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    const header = one.parentElement?.getBoundingClientRect();
    return (header?.right ?? 0) - words.getBoundingClientRect().right;
  });
  expect(left).toBeLessThan(20);
  expect(left).toBeGreaterThan(8);
});

test('a grey field stands for a picture that the preview does not load', async () => {
  const page = await world.open('/console/templates/order.shipped');
  const mail = page.frameLocator('.mail-frame').frameLocator('iframe');
  const picture = mail.locator('img[src^="https://example.com"]').first();
  await picture.waitFor();
  const { content, backgroundImage } = await picture.evaluate((one) => {
    const { content: drawn, backgroundImage: sign } = getComputedStyle(one);
    return { content: drawn, backgroundImage: sign };
  });
  expect(content).toMatch(/^url\("data:image\/svg\+xml,/);
  expect(backgroundImage).toMatch(/^url\("data:image\/svg\+xml,/);
});

test('the version that is looked at ends at the round corners of its list', async () => {
  const page = await world.open('/console/templates/order.shipped?part=versions&version=1');
  const version = page.locator('.versions li[data-current]').first();
  await version.waitFor();
  await version.scrollIntoViewIfNeeded();
  const { x = 0, y = 0 } = (await version.boundingBox()) ?? {};
  const found = ([left, top]: readonly number[]) =>
    document.elementFromPoint(left ?? 0, top ?? 0)?.closest('.versions li') !== null;
  expect(await page.evaluate(found, [x + 1, y + 1])).toBe(false);
  expect(await page.evaluate(found, [x + 14, y + 14])).toBe(true);
});

test('the texts of a new language are downloaded, and what comes back is the next live version', async () => {
  const page = await world.open('/console/templates/order.shipped?part=translations');
  await page.getByRole('button', { name: 'For translators' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Language').fill('en');
  await dialog.getByRole('button', { name: 'Download' }).click();
  await dialog.getByText('is the language of the template itself').waitFor();
  await dialog.getByLabel('Language').fill('it');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('order.shipped.it.xlf');
  const written = await readFile(await download.path(), 'utf8');
  expect(written).toContain('trgLang="it"');
  const translated = written.replace(/<source>([\s\S]*?)<\/source>/g, '$&<target>Ecco: $1</target>');
  const file = (content: string) => ({ name: 'it.xlf', mimeType: 'application/xml', buffer: Buffer.from(content) });
  await dialog.getByLabel('Their file').setInputFiles(file(translated.replace('version="2.0"', 'version="1.2"')));
  await dialog.getByRole('button', { name: 'Bring it in' }).click();
  await dialog.getByText('is XLIFF 1.2').waitFor();
  await dialog.getByLabel('Their file').setInputFiles(file(translated));
  await dialog.getByRole('button', { name: 'Bring it in' }).click();
  await dialog.getByText(/^\d+ texts brought in: Italian\.$/).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await page.getByText('Italian').first().waitFor();
  const { body } = await world.backend.rest('GET', '/event-types/order.shipped/template');
  expect(body.data.version).toBe(2);
  expect(body.data.translations.it.subject.text).toMatch(/^Ecco: /);
});

test('a file waits until changes are published or discarded', async () => {
  const page = await world.open('/console/templates/order.shipped');
  await page.getByLabel('Subject', { exact: true }).fill('Changed {{ event.order_number }}');
  await page.getByRole('link', { name: 'Translations' }).click();
  await page.getByRole('button', { name: 'For translators' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Publish or discard your changes first').waitFor();
  expect(await dialog.getByLabel('Their file').isDisabled()).toBe(true);
});
