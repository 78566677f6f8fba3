/** The page of figures, in a browser: pictures, and the numbers that they show. */
import { expect, test } from 'vitest';
import { addDays, daysFrom, firstTimeZone, todayIn } from '../../../src/console/charts/days.ts';
import { openConsole } from './console-world.ts';
import { countsOf, providers } from './fill-figures.ts';

const world = openConsole();

test("a chart's table says what the figures say, for every day and every provider", async () => {
  const page = await world.open('/console/figures?days=90');
  const chart = page.getByRole('figure', { name: 'Outcome of the accepted mail' });
  await chart.locator('canvas').waitFor();
  await chart.getByText('Show as a table').click();
  await chart.locator('tbody tr').first().waitFor();
  const headings = await chart.locator('thead th').allTextContents();
  expect(headings).toEqual(['Day', 'Delivered', 'Waiting', 'Bounced', 'Withheld, failed or erased']);
  // Today also has the mail of this world: yesterday has the figures alone.
  const yesterday = chart.locator('tbody tr').nth(1);
  expect(await yesterday.locator('td').allTextContents()).toEqual(countsOfDay(1));
  expect(await chart.locator('tbody tr').nth(12).locator('td').allTextContents()).toEqual(countsOfDay(12));

  await page.locator('search').getByLabel('Provider').selectOption('gmail');
  await page.waitForURL(/provider=gmail/);
  const { delivered, complained, bouncedHard, bouncedSoft, suppressed } = countsOf(1, 'gmail');
  await expect
    .poll(() => yesterday.locator('td').allTextContents())
    .toEqual([delivered + complained, 0, bouncedHard + bouncedSoft, suppressed].map(String));
  expect(await page.getByLabel('Group by').locator('option').allTextContents()).not.toContain('Workspace');
});

test('the mail is broken down by provider and by workspace', async () => {
  const page = await world.open('/console/figures?by=provider');
  const table = page.getByRole('region', { name: 'Breakdown' });
  await table.getByRole('rowheader', { name: 'Gmail' }).waitFor();
  expect(await table.getByRole('rowheader').allTextContents()).toEqual(
    expect.arrayContaining(['Gmail', 'Outlook', 'Other domains']),
  );
  await page.getByLabel('Group by').selectOption({ label: 'Workspace' });
  await table.getByRole('rowheader', { name: 'Harbour Books Porto' }).waitFor();
  await page.waitForURL(/by=workspace/);
});

test('each number stands beside that of the span before, where figures are kept for as long', async () => {
  const page = await world.open('/console/figures?days=7');
  const tile = (name: string) => page.locator('.tiles > div', { hasText: name }).first();
  const to = addDays(todayIn(firstTimeZone), -7);
  const ago = (day: string) => Math.round((Date.parse(todayIn('UTC')) - Date.parse(day)) / 86_400_000);
  const accepted = daysFrom(addDays(to, -6), to).flatMap((day) =>
    providers.map((provider) => countsOf(ago(day), provider).accepted),
  );
  const before = accepted.reduce((sum, number) => sum + number, 0);
  await tile('Accepted')
    .getByText(`${before.toLocaleString('en')} before`)
    .waitFor();
  expect(await tile('Accepted').textContent()).toMatch(/[+-]\d+%, [\d,]+ before/);
  expect(await tile('Delivered').textContent()).toMatch(/% of the ended.*% before/);
  await page.getByText(/^Beside each number stands that of the 7 days before/).waitFor();
  await page
    .locator('search')
    .getByLabel(/^Range/)
    .selectOption('400 days');
  await page.getByText('there is no span before to compare with').waitFor();
  expect(await tile('Accepted').textContent()).not.toContain('before');
});

test('without mail the page says so', async () => {
  const backend = await world.tidings.platform('Quiet Post', 'quiet.test');
  const page = await world.open('/console/figures', {}, backend.apiKey);
  await page.getByText('No mail in this time').waitFor();
});

/** Delivered, waiting, bounced and withheld messages of a day, as the table writes them. */
function countsOfDay(ago: number): readonly string[] {
  const counts = providers.map((provider) => countsOf(ago, provider));
  const sum = (of: (day: (typeof counts)[number]) => number) => counts.reduce((total, day) => total + of(day), 0);
  return [
    sum(({ delivered, complained }) => delivered + complained),
    0,
    sum(({ bouncedHard, bouncedSoft }) => bouncedHard + bouncedSoft),
    sum(({ suppressed }) => suppressed),
  ].map(String);
}
