/** Files of contacts in the console: a person sends one, sees what became of it, and reads which lines were rejected. */
import { expect, test } from 'vitest';
import { lookWithAxe } from '../programs/axe.ts';
import { openConsole } from './console-world.ts';

const world = openConsole();

test('a file is sent in the browser, its rows become contacts, and a rejected row has its line and reason', async () => {
  const page = await world.open(`/console/people?view=imports&workspace=${world.ids.workspace}`);
  await page.getByText('No imports').waitFor();
  await page.getByRole('button', { name: 'Import a file' }).click();
  const dialog = page.getByRole('dialog');
  const lines = [
    'reference,email',
    'from-file-1,grace@example.com',
    'from-file-2,nobody',
    'from-file-3,alan@example.com',
  ];
  await dialog
    .getByLabel('File')
    .setInputFiles({ name: 'contacts.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  const row = page.locator('.row').first();
  await row.getByText('Finished').waitFor();
  await row.getByText('2 new · 0 known · 1 rejected').waitFor();
  expect((await lookWithAxe(page)).faults).toEqual([]);
  await row.getByRole('button', { name: 'Rejected rows' }).click();
  const bad = page.getByRole('dialog');
  await bad.getByText('must be an email address').waitFor();
  expect(await bad.getByRole('row').last().textContent()).toContain('3');
  await page.keyboard.press('Escape');
  await page.goto(`${world.origin}/console/people?workspace=${world.ids.workspace}&search=grace%40example.com`);
  await page.locator('.row', { hasText: 'grace@example.com' }).waitFor();
});

test('a file that names no field is refused in the dialog, and nothing is begun', async () => {
  const page = await world.open(`/console/people?view=imports&workspace=${world.ids.workspace}`);
  await page.locator('.row').first().waitFor();
  await page.getByRole('button', { name: 'Import a file' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel('File')
    .setInputFiles({ name: 'other.csv', mimeType: 'text/csv', buffer: Buffer.from('colour,size\nred,4\n') });
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByRole('alert').waitFor();
});
