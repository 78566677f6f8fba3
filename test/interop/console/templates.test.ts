/** The workbench of templates, in a browser: the editor, translations, real payloads and a test mail. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { demoTemplate } from '../../../src/local/demo-template.ts';
import { openConsole } from './console-world.ts';
import { replaceText } from './replace-text.ts';

const world = openConsole();
const path = '/console/templates/order.shipped';
/** Pages of the editor, at most. */
const pagesMax = 8;

describe('templates', () => {
  const mailOf = (page: Page) => page.frameLocator('.mail-frame').frameLocator('iframe');
  const compositionNow = async () => {
    const { body } = await world.backend.rest('GET', '/event-types/order.shipped/template');
    return body.data.composition;
  };

  test('the preview stands beside the blocks on a tablet too', async () => {
    const viewport = { width: 768, height: 1_024 };
    const page = await world.open(path, { viewport });
    await mailOf(page).getByText('Your order is on its way').waitFor();
    const blocks = await page.locator('.workbench-side').boundingBox();
    const preview = await page.locator('.preview').boundingBox();
    expect(preview?.x).toBeGreaterThanOrEqual((blocks?.x ?? Number.NaN) + (blocks?.width ?? Number.NaN));
    expect(preview?.y).toBeLessThan(viewport.height / 2);
  });

  test('an invalid tag is told at its field and its line, a mended one is rendered and published', async () => {
    const page = await world.open(path);
    await mailOf(page).getByText('Your order is on its way').waitFor();
    await page.getByRole('button', { name: /^Text Good news/ }).click();
    const text = page.locator('.block-form').getByLabel('Text', { exact: true });
    await text.fill('Hello {{ event.nmae }}');
    await page.locator('.block-form [role="alert"]').getByText(/nmae/).waitFor();
    expect(await text.getAttribute('aria-invalid')).toBe('true');
    await page.getByText('The preview shows the last draft without errors.').waitFor();
    await page.getByText('JSON', { exact: true }).click();
    await page.locator('.faults code', { hasText: 'document.blocks.3.attrs.text' }).waitFor();
    const editor = page.locator('.cm-content');
    await editor.click();
    await page.keyboard.press('Control+Home');
    await scrollTo(page, '.cm-lint-marker-error');
    // The same draft, as JSON.
    const composition = structuredClone(demoTemplate.composition) as { document: { blocks: object[] } };
    composition.document.blocks[0] = { id: 'oops', type: 'text', attrs: { text: 'Dear {{ event.customer_name }}!' } };
    await replaceText(page, JSON.stringify(composition, null, 2));
    await mailOf(page)
      .getByText(/^Dear .+!$/)
      .waitFor();
    await page.getByText('Blocks', { exact: true }).click();
    await page.getByRole('button', { name: /^Text Dear/ }).waitFor();
    await publish(page, 'A warmer greeting');
    await page.getByText('Version 2 is live').first().waitFor();
    expect(JSON.stringify(await compositionNow())).toContain('Dear {{ event.customer_name }}!');
  });

  test('a German translation is added, shown, and missing texts are counted', async () => {
    const { body } = await world.backend.rest('GET', '/event-types/order.shipped/template');
    const { locale, composition, from_local_part, display_name } = body.data;
    const plain = { subject: 'Order', locale, composition, from_local_part, display_name, translations: {} };
    await world.backend.rest('PUT', '/event-types/order.shipped/template', plain);
    const page = await world.open(`${path}?part=translations`);
    await page.getByRole('button', { name: 'Add a language' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Language').fill('not a tag');
    await page.keyboard.press('Enter');
    await dialog.getByText('Write a language tag').waitFor();
    await dialog.getByLabel('Language').fill('de');
    await page.keyboard.press('Enter');
    await page.getByText(/\d+ to do/).waitFor();
    const title = page.locator('.text-pair', { has: page.getByText('title.text', { exact: true }) });
    await title.getByText('Missing').waitFor();
    await title.getByLabel('German', { exact: true }).fill('Ihre Bestellung ist unterwegs');
    await title.getByText('Translated').waitFor();
    await mailOf(page).getByText('Ihre Bestellung ist unterwegs').waitFor();
    await publish(page);
    await page
      .getByText(/Version \d is live/)
      .first()
      .waitFor();
    await page.goto(`${world.origin}/console/templates`);
    await page.locator('.row .language-tag', { hasText: 'de' }).waitFor();
    // What German lacks is a press away, and a language that lacks nothing says so.
    const languages = page.getByRole('list', { name: 'Languages over all templates' });
    await languages.getByRole('link', { name: /^German.*incomplete/ }).click();
    await page.waitForURL(/language=de/);
    await page.getByRole('link', { name: 'order.shipped' }).waitFor();
    await page.goto(`${world.origin}/console/templates?language=${locale}`);
    await page.getByText(/^No template lacks a text in /).waitFor();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'order.shipped' }).waitFor();
    await page.goto(`${world.origin}${path}`);
    await page.getByRole('button', { name: /^Heading Your order is/ }).click();
    await page.locator('.block-form').getByLabel('Text', { exact: true }).fill('Your parcel has left');
    await page.getByRole('link', { name: 'Translations' }).click();
    await page.locator('.text-pair del', { hasText: 'order' }).first().waitFor();
    await title.getByText('Outdated').waitFor();
    await title.getByRole('button', { name: 'The translation still fits' }).click();
    await title.getByText('Translated').waitFor();
  });

  test('a real payload is previewed in its language and time zone, and the check counts its fallbacks', async () => {
    await world.emit('with-carrier', 'ada@example.com', { carrier: 'Pigeon Post', tracking_number: 'PP 1' });
    const page = await world.open(path);
    const values = page.getByLabel('Values');
    await values.locator('option', { hasText: 'a…@example.com' }).first().waitFor({ state: 'attached' });
    expect(await mailOf(page).getByText('Pigeon Post').count()).toBe(0);
    await values.selectOption('0');
    await mailOf(page).getByText('Pigeon Post').waitFor();
    await page.getByRole('link', { name: 'Check' }).click();
    await page
      .getByText(/of 100 KiB/)
      .first()
      .waitFor();
    await page.getByText('Everything that carries meaning is supported.').waitFor();
  });

  test('a row opens the versions to be read: who, when, why and the subject; the editor is a step further', async () => {
    const page = await world.open('/console/templates');
    await page.getByRole('link', { name: 'order.shipped' }).click();
    const newest = page.locator('.versions > li').first();
    await newest.getByText('With the key default').waitFor();
    await newest.getByText('Subject:').waitFor();
    await page.getByText('Live in every workspace').waitFor();
    for (const name of ['Publish', 'Save as draft'])
      expect(await page.getByRole('button', { name }).count(), name).toBe(0);
    await page.getByRole('link', { name: 'Edit the template' }).click();
    await page.getByRole('button', { name: 'Publish' }).waitFor();
  });

  test('the list is searched by a part of the name, and types that mailed come first with their number', async () => {
    for (const name of ['a.first', 'z.last']) await world.backend.rest('PUT', `/event-types/${name}`, { fields: [] });
    const page = await world.open('/console/templates');
    await page.locator('.row').nth(2).waitFor();
    expect(await page.locator('.row').first().textContent()).toContain('order.shipped');
    await expect.poll(() => page.locator('.row').first().textContent()).toMatch(/[1-9]\d*$/);
    await page.getByPlaceholder('A part of the event type').fill('LAST');
    await page.waitForURL(/search=LAST/);
    await page.getByRole('link', { name: 'order.shipped' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'z.last' }).waitFor();
    await page.getByPlaceholder('A part of the event type').fill('nothing like it');
    await page.getByText('No event type matches').waitFor();
  });

  test('a test mail of the draft arrives, and an address elsewhere is told at its field', async () => {
    const page = await world.open(path);
    await page.getByLabel('Subject', { exact: true }).fill('A subject that is not saved');
    await page.getByRole('button', { name: 'Send a test' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('To').fill('me@elsewhere.example');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.locator('[data-wrong] .hint').waitFor();
    await dialog.getByLabel('To').fill('me@harbour.test');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('Accepted by').waitFor();
    await expect.poll(subjects).toContain('Subject: [Test] A subject that is not saved');
  });

  const subjects = () =>
    world.tidings.mail.mails.map(({ raw }) => /^Subject: .*$/m.exec(raw.toString('utf8'))?.[0].trim());

  async function publish(page: Page, note?: string): Promise<void> {
    await page.getByRole('button', { name: 'Publish' }).click();
    if (note) await page.getByLabel('Why').fill(note);
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  }

  /** Turns the pages of the editor, again and again: lines near the window are marked, a moment after they came. */
  async function scrollTo(page: Page, mark: string): Promise<void> {
    let turned = 0;
    const seen = async () => {
      if (await page.locator(mark).first().isVisible()) return true;
      turned += 1;
      await page.keyboard.press(turned % pagesMax === 0 ? 'Control+Home' : 'PageDown');
      return false;
    };
    await expect.poll(seen).toBe(true);
  }
});
