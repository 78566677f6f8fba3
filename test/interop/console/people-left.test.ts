/** Who left, when and how, in the list of people. */
import { beforeAll, expect, test } from 'vitest';
import { openConsole } from './console-world.ts';

const world = openConsole();

beforeAll(async () => {
  const { backend } = world;
  for (const [reference, state, at] of [
    ['left', 'subscribed', '2026-02-03T10:20:30Z'],
    ['imported', 'unsubscribed', '2026-02-03T10:20:30Z'],
    ['before', 'unsubscribed', '2026-01-03T10:20:30Z'],
  ]) {
    const { status } = await backend.rest('PUT', `/workspaces/ref:shop/contacts/ref:${reference}`, {
      email: `${reference}@example.com`,
      marketing: { state, at },
    });
    expect(status).toBe(201);
  }
  // As the unsubscribe page records it.
  await world.tidings.service.app.db.pool.query(
    `WITH left_contact AS (
       UPDATE contacts SET status = 'unsubscribed', marketing_at = '2026-03-04T11:21:31Z'
       WHERE email = 'left@example.com' RETURNING workspace_id, id)
     INSERT INTO consent_changes (id, workspace_id, contact_id, state, at, source, replaced_state, created_at)
     SELECT '7ZZZZZZZZZZZZZZZZZZZZZZZZZ', workspace_id, id, 'unsubscribed', '2026-03-04T11:21:31Z', 'link',
            'subscribed', now()
     FROM left_contact`,
  );
});

test('people who left are listed with when and how, and those who did it themselves stand out', async () => {
  const page = await world.open(`/console/people?workspace=${world.ids.workspace}&status=unsubscribed`);
  const self = page.locator('.row', { hasText: 'left@example.com' });
  await self.locator('.badge', { hasText: 'Unsubscribe page' }).waitFor();
  expect(await self.locator('time').getAttribute('datetime')).toBe('2026-03-04T11:21:31.000Z');
  const imported = page.locator('.row', { hasText: 'imported@example.com' });
  await imported.getByText('API', { exact: true }).waitFor();
  expect(await imported.locator('.badge').count()).toBe(0);
  expect(await imported.locator('time').getAttribute('datetime')).toBe('2026-02-03T10:20:30.000Z');
});

test('people who left by themselves are listed before those whom the caller reported', async () => {
  const page = await world.open(`/console/people?workspace=${world.ids.workspace}&status=unsubscribed`);
  const own = page.getByRole('table', { name: 'Left by themselves' });
  const reported = page.getByRole('table', { name: 'Reported by your backend' });
  await own.getByRole('link', { name: 'left@example.com' }).waitFor();
  // The later contact, which a list by creation would show first.
  await reported.getByRole('link', { name: 'imported@example.com' }).waitFor();
  expect(await own.getByRole('link').count()).toBe(1);
  // Who left last stands first, whenever the contact was made.
  const [first, second] = await reported.getByRole('link').allTextContents();
  expect([first, second]).toEqual(['imported@example.com', 'before@example.com']);
  await page.getByPlaceholder('Address or part').fill('imported');
  await page.getByText('Nobody left by the unsubscribe page').waitFor();
  await page.getByPlaceholder('Address or part').fill('nobody');
  await page.getByText('Nobody matches').waitFor();
});

test('from any page, the workspace leads to those who left it', async () => {
  const page = await world.open('/console/messages');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Workspaces', exact: true }).click();
  await page.getByRole('link', { name: 'Harbour Books Lisbon' }).first().click();
  await page.getByRole('link', { name: 'Who left marketing' }).click();
  await page
    .getByRole('table', { name: 'Left by themselves' })
    .getByRole('link', { name: 'left@example.com' })
    .waitFor();
});

test('on the page of people, “Left” lists who left by themselves in all workspaces, with when and how', async () => {
  const page = await world.open('/console/people');
  await page.getByRole('link', { name: 'Left', exact: true }).click();
  const own = page.getByRole('table', { name: 'Left by themselves' });
  const row = own.locator('.row', { hasText: 'left@example.com' });
  await row.getByText('Harbour Books Lisbon').waitFor();
  await row.locator('.badge', { hasText: 'Unsubscribe page' }).waitFor();
  expect(await row.locator('time').getAttribute('datetime')).toBe('2026-03-04T11:21:31.000Z');
  expect(await own.locator('.row').count()).toBe(1);
  await row.getByRole('link', { name: 'left@example.com' }).click();
  await page.getByRole('heading', { level: 1, name: 'left@example.com' }).waitFor();
});
