/** The pages of workspaces, in a browser. */
import { expect, test } from 'vitest';
import { openConsole, operatorToken } from './console-world.ts';
import { countsOf, providers } from './fill-figures.ts';

const world = openConsole();

test('a workspace is suspended and resumed', async () => {
  const page = await world.open(`/console/workspaces/${world.ids.workspace}`);
  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
  await page.getByText('Suspended: emits are refused, and queued mail waits.').waitFor();
  const refused = await world.backend.rest('GET', '/workspaces/ref:shop');
  expect(refused.body.data.status).toBe('suspended');
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Suspend' }).waitFor();
});

test('a list by health shows the workspace in trouble, by its rates', async () => {
  const page = await world.open('/console/workspaces');
  await page.getByLabel('Health').selectOption('paused');
  await page.waitForURL(/health=paused/);
  const row = page.locator('.row', { hasText: 'Harbour Books Porto' });
  await row.getByText('12.1%').waitFor();
  await expect.poll(() => page.locator('.row').count()).toBe(1);
  await page.getByLabel('Health').selectOption('');
  await page.getByPlaceholder('Name or reference').fill('lisb');
  await page.locator('.row', { hasText: 'Harbour Books Lisbon' }).waitFor();
  await expect.poll(() => page.locator('.row').count()).toBe(1);
});

test('the rates of a workspace are drawn against its lines, and the table under the picture has the numbers', async () => {
  const page = await world.open(`/console/workspaces/${world.ids.paused}`);
  const chart = page.getByRole('figure', { name: 'Hard bounces among ended messages' });
  await chart.locator('canvas').waitFor();
  await chart.getByText('Show as a table').click();
  const rows = chart.locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(30);
  const [bounces, ended] = sumsOfWeek(0);
  expect(await rows.first().locator('td').allTextContents()).toEqual([percent(bounces / ended), '5%', '10%']);
  const [earlier, endedEarlier] = sumsOfWeek(20);
  expect(await rows.nth(20).locator('td').first().textContent()).toBe(percent(earlier / endedEarlier));
});

test('the operator releases a paused workspace, which is throttled then', async () => {
  const path = `/console/workspaces/${world.ids.paused}?platform=${world.backend.platformId}`;
  const page = await world.open(path, {}, operatorToken);
  await page.getByRole('button', { name: 'Release' }).click();
  await page.getByText('Throttled: it sends a share of its usual volume.').waitFor();
  await page.getByText('Paused → Throttled').waitFor();
});

test('a reference that is taken is told once, under its field', async () => {
  const page = await world.open('/console/workspaces');
  await page.getByRole('button', { name: 'New workspace' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Another');
  await form.getByLabel('Reference').fill('shop');
  await form.getByRole('button', { name: 'Create' }).click();
  await form
    .getByText(/reference/i, { exact: false })
    .first()
    .waitFor();
  await expect.poll(() => form.getByLabel('Reference').getAttribute('aria-invalid')).toBe('true');
  expect(await form.getByRole('alert').count()).toBe(1);
});

test('a workspace is deleted once its reference is typed, and its deletion is undone', async () => {
  await world.backend.rest('POST', '/workspaces', { name: 'Harbour Books Faro', reference: 'faro' });
  const page = await world.open('/console/workspaces');
  await page.getByRole('link', { name: /Harbour Books Faro/ }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  expect(await question.getByRole('button', { name: 'Delete workspace' }).isDisabled()).toBe(true);
  await question.getByLabel('Type faro to confirm').fill('faro');
  await question.getByRole('button', { name: 'Delete workspace' }).click();
  await page.waitForURL(/view=deleted/);
  expect((await world.backend.rest('GET', '/workspaces/ref:faro')).status).toBe(404);
  await page.locator('.row', { hasText: 'Harbour Books Faro' }).getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await page.getByText('No deleted workspace').waitFor();
  expect((await world.backend.rest('GET', '/workspaces/ref:faro')).body.data.name).toBe('Harbour Books Faro');
});

/** Hard bounces and ended messages of the seven days that end `ago` days before now. */
function sumsOfWeek(ago: number): readonly [bounces: number, ended: number] {
  const days = Array.from({ length: 7 }, (_, day) => providers.map((provider) => countsOf(ago + day, provider))).flat();
  const sum = (of: (day: (typeof days)[number]) => number) => days.reduce((total, day) => total + of(day), 0);
  return [sum(({ bouncedHard }) => bouncedHard), sum(({ accepted, suppressed }) => accepted - suppressed)];
}

function percent(value: number): string {
  return new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 }).format(value);
}
