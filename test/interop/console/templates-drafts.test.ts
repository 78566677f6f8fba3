/** Drafts, publishing and versions, in a browser. */
import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { demoTemplate } from '../../../src/local/demo-template.ts';
import { openConsole } from './console-world.ts';

const world = openConsole();
const path = '/console/templates/order.shipped';

test('a save over a newer version is told, and the edit is kept', async () => {
  const page = await world.open(path);
  const subject = page.getByLabel('Subject', { exact: true });
  await subject.fill('Mine: order {{ event.order_number }}');
  await saveByRest('Theirs: order {{ event.order_number }}');
  await publish(page);
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('Somebody published a newer version').waitFor();
  await dialog.getByText('What they changed').click();
  await dialog.locator('ins', { hasText: 'Theirs' }).waitFor();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  expect(await subject.inputValue()).toBe('Mine: order {{ event.order_number }}');
  await publish(page);
  await dialog.getByRole('button', { name: 'Publish mine as the next version' }).click();
  await page.getByRole('button', { name: 'Publish all the same' }).click();
  await page.getByText('Version 3 is live').first().waitFor();
  expect(await liveSubject()).toBe('Mine: order {{ event.order_number }}');
});

test('drafts stand beside each other, are not live, and one is published over what somebody else published', async () => {
  const page = await world.open(path);
  const subject = page.getByLabel('Subject', { exact: true });
  const live = await liveSubject();
  await subject.fill('Spring {{ event.order_number }}');
  await storeAs(page, 'Spring');
  await page.getByText('A draft that began from version').waitFor();
  await choose(page, /^Live version/);
  await subject.fill('Autumn {{ event.order_number }}');
  await storeAs(page, 'Autumn');
  expect(await liveSubject()).toBe(live);
  await saveByRest('Meanwhile {{ event.order_number }}');
  await choose(page, /^Spring/);
  await expect.poll(() => subject.inputValue()).toBe('Spring {{ event.order_number }}');
  await publish(page);
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('nothing is lost').waitFor();
  expect(await liveSubject()).toBe('Meanwhile {{ event.order_number }}');
  await dialog.getByRole('button', { name: 'Publish this draft over it' }).click();
  const outdated = page.getByRole('button', { name: 'Publish all the same' });
  await outdated.or(page.getByText(/Version \d is live/).first()).waitFor();
  if (await outdated.isVisible()) await outdated.click();
  await page
    .getByText(/Version \d is live/)
    .first()
    .waitFor();
  expect(await liveSubject()).toBe('Spring {{ event.order_number }}');
  await choose(page, /^Autumn/);
  await page.getByRole('button', { name: 'More for this draft' }).click();
  await page.getByRole('menuitem', { name: 'Throw away' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Throw away' }).click();
  await page.getByText('Draft Autumn thrown away').first().waitFor();
  await page.getByRole('button', { name: /Live version/ }).waitFor();
});

test('a draft that somebody else saved meanwhile is not replaced without a word', async () => {
  const page = await world.open(path);
  await page.getByLabel('Subject', { exact: true }).fill('Ours {{ event.order_number }}');
  await storeAs(page, 'Shared');
  await page.getByText('A draft that began from version').waitFor();
  const id = new URL(page.url()).searchParams.get('draft');
  const { subject: _, ...rest } = demoTemplate;
  await world.backend.graphql(
    'mutation ($id: ID!, $input: TemplateDraftSaveInput!) { templateDraftSave(id: $id, input: $input) { templateDraft { revision } } }',
    {
      id,
      input: { content: { ...rest, subject: 'A colleague {{ event.order_number }}' } },
    },
  );
  await page.getByLabel('Subject', { exact: true }).fill('Mine again {{ event.order_number }}');
  await page.getByRole('button', { name: 'Save draft' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('Somebody else saved this draft').waitFor();
  await dialog.getByRole('button', { name: 'Load theirs' }).click();
  await expect.poll(() => page.getByLabel('Subject', { exact: true }).inputValue()).toContain('A colleague');
});

test('two versions are compared in words, with author and note, and the older one is restored in one step', async () => {
  const page = await world.open(path);
  await page.getByRole('button', { name: /^Text Good news/ }).click();
  await page.locator('.block-form').getByLabel('Text', { exact: true }).fill('Hello {{ event.customer_name }}');
  await publish(page, 'A kinder greeting');
  await page.getByRole('button', { name: 'Publish all the same' }).click();
  await page
    .getByText(/Version \d is live/)
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Versions' }).click();
  const newest = page.locator('.versions > li').first();
  await newest.getByText('A kinder greeting').waitFor();
  await newest.getByText('With the key default').waitFor();
  await newest.getByRole('link', { name: 'Compare' }).click();
  const changes = page.locator('.changes');
  await changes.getByText('intro.text').first().waitFor();
  await changes.locator('del', { hasText: 'Good news' }).waitFor();
  await changes.locator('ins', { hasText: 'Hello' }).waitFor();
  await page.getByLabel('Since').selectOption('1');
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await page.getByText('Version restored').first().waitFor();
  await page.locator('.versions > li').first().getByText('restored from 1').waitFor();
  expect(await liveSubject()).toBe(demoTemplate.subject);
});

test('leaving with changes that are not saved is asked about', async () => {
  const page = await world.open(path);
  const subject = page.getByLabel('Subject', { exact: true });
  await subject.fill('Not saved');
  await page.getByRole('link', { name: 'Event types' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await subject.inputValue()).toBe('Not saved');
  await page.getByRole('link', { name: 'Event types' }).click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'Event types' }).waitFor();
});

test('a key that may only read is offered nothing that it may not do', async () => {
  const page = await world.open(path, {}, await world.keyWith('Reader', { scopes: ['read'] }));
  await page.getByText('Your key may not change templates').waitFor();
  await page.locator('.preview-mail').waitFor();
  for (const name of ['Publish', 'Save as draft', 'Send a test'])
    expect(await page.getByRole('button', { name }).count()).toBe(0);
});

async function saveByRest(subject: string): Promise<void> {
  const { fromLocalPart, displayName, locale, composition } = demoTemplate;
  const { status } = await world.backend.rest('PUT', '/event-types/order.shipped/template', {
    subject,
    locale,
    composition,
    translations: {},
    from_local_part: fromLocalPart,
    display_name: displayName,
  });
  expect(status).toBeLessThan(300);
}

async function liveSubject(): Promise<string> {
  const { body } = await world.backend.rest('GET', '/event-types/order.shipped/template');
  return body.data.subject;
}

async function publish(page: Page, note?: string): Promise<void> {
  await page.getByRole('button', { name: 'Publish' }).click();
  if (note) await page.getByLabel('Why').fill(note);
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
}

async function storeAs(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await page.getByLabel('Name of the draft').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Save as draft' }).click();
  await page.getByText(`Draft ${name} saved`).first().waitFor();
  await page.getByRole('button', { name: `Draft: ${name}` }).waitFor();
}

async function choose(page: Page, name: RegExp): Promise<void> {
  const item = page.getByRole('menuitem', { name });
  const isChosen = () =>
    item.click({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  // A menu that is open while the page shows another version closes once more.
  await vi.waitUntil(
    async () => {
      if ((await item.isVisible()) && (await isChosen())) return true;
      await page.keyboard.press('Escape');
      await page.locator('.draft-menu').click();
      return isChosen();
    },
    { timeout: 30_000 },
  );
}
