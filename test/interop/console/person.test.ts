/** The pages of people, in a browser: one address in all workspaces, consent, suppression by hand, and erasure. */
import { beforeAll, expect, test } from 'vitest';
import { openConsole } from './console-world.ts';
import { follow } from './fill-console.ts';

const world = openConsole();
const email = 'lin@example.com';
const page = `/console/people/address?email=${encodeURIComponent(email)}`;

beforeAll(async () => {
  const { backend } = world;
  await backend.rest('POST', '/workspaces', { name: 'Harbour Books Porto', reference: 'porto' });
  for (const [workspace, state] of [
    ['shop', 'subscribed'],
    ['porto', 'unsubscribed'],
  ]) {
    const { status } = await backend.rest('PUT', `/workspaces/ref:${workspace}/contacts/ref:lin`, {
      email,
      locale: 'en',
      marketing: { state, at: new Date(Date.now() - 3_600_000).toISOString() },
    });
    expect(status).toBe(201);
  }
  const message = await world.emit('lin', email);
  await follow(backend, message, ({ state }) => state === 'delivered');
});

test('an address is found from the list, with the consent of each workspace, the key that recorded it, and its mail', async () => {
  const shown = await world.open('/console/people');
  await shown.getByPlaceholder('A whole address').fill(email);
  await shown.getByRole('button', { name: 'Look up' }).click();
  await shown.getByRole('heading', { name: email }).waitFor();
  for (const [workspace, state] of [
    ['Harbour Books Lisbon', 'Subscribed'],
    ['Harbour Books Porto', 'Left'],
  ] as const) {
    const card = shown.locator('.card', { has: shown.getByRole('heading', { name: workspace, exact: true }) });
    await card.locator('.timeline').getByText(state, { exact: true }).waitFor();
    await card.getByText('API · key default').waitFor();
    await card.getByText(/^Recorded/).waitFor();
  }
  await shown.getByRole('link', { name: 'Order 1001 is on its way' }).first().waitFor();
  await shown.getByText('This address is suppressed nowhere.').waitFor();
  await shown.getByText('This address was never erased.').waitFor();
});

test('a refused emit is listed with its fault and its key, on the page of the address and of the contact', async () => {
  const { status } = await world.backend.rest('POST', '/workspaces/ref:shop/events', {
    type: 'order.shipped',
    idempotency_key: 'lin-refused',
    recipient: { contact: 'ref:lin' },
    payload: { customer_name: 17 },
  });
  expect(status).toBe(422);
  const shown = await world.open(page);
  const card = shown.locator('.card', { has: shown.getByRole('heading', { name: 'Refused emits' }) });
  const row = card.locator('.row', { hasText: 'lin-refused' });
  await row.getByText('payload.customer_name').waitFor();
  await row.getByText('Harbour Books Lisbon').waitFor();
  await shown.getByRole('link', { name: 'Open contact' }).first().click();
  await row.getByText('must be a string').waitFor();
});

test('an address is suppressed by hand with a note, and the suppression is lifted with another', async () => {
  const shown = await world.open(page);
  const porto = shown.locator('.card', {
    has: shown.getByRole('heading', { name: 'Harbour Books Porto', exact: true }),
  });
  await porto.getByRole('button', { name: 'Suppress' }).click();
  await shown.getByLabel('Note').fill('Asked by telephone');
  await shown.getByRole('dialog').getByRole('button', { name: 'Suppress' }).click();
  const note = shown.locator('.suppressed-note');
  await note.getByText('Asked by telephone').waitFor();
  await note.getByText(/By hand · This workspace · by key default/).waitFor();
  await note.getByRole('button', { name: 'Lift' }).click();
  await shown.getByLabel('Note').fill('A mistake');
  await shown.getByRole('alertdialog').getByRole('button', { name: 'Lift' }).click();
  await shown.getByText('This address is suppressed nowhere.').waitFor();
  await porto.getByRole('link', { name: 'Open contact' }).click();
  await shown.getByText('A mistake · by key default').waitFor();
});

test('a block of the whole platform is lifted from the page of the address, which offers no second one', async () => {
  const { app } = world.tidings.service;
  await app.db.pool.query(
    `INSERT INTO suppressions (platform_id, id, email, address_hash, reason, blocks, created_at)
     SELECT platform_id, '7ZZZZZZZZZZZZZZZZZZZZZZZZZ', $2, $3, 'hard_bounce', 'all', now() FROM workspaces WHERE id = $1`,
    [world.ids.workspace, email, app.secrets.addressHash(email)],
  );
  const shown = await world.open(page);
  const note = shown.locator('.suppressed-note');
  await note.getByText('Whole platform').waitFor();
  expect(await shown.getByRole('button', { name: 'Suppress' }).count()).toBe(0);
  await note.getByRole('button', { name: 'Lift' }).click();
  await shown.getByRole('alertdialog').getByRole('button', { name: 'Lift' }).click();
  await shown.getByText('This address is suppressed nowhere.').waitFor();
  expect(await shown.getByRole('button', { name: 'Suppress' }).count()).toBe(2);
});

test('a person is erased after the address was typed; what the erasure left is told, and the emit names nobody', async () => {
  const shown = await world.open(page);
  const shop = shown.locator('.card', {
    has: shown.getByRole('heading', { name: 'Harbour Books Lisbon', exact: true }),
  });
  await shop.getByRole('button', { name: 'Erase person' }).click();
  const dialog = shown.getByRole('alertdialog');
  const erase = dialog.getByRole('button', { name: 'Erase person' });
  expect(await erase.isDisabled()).toBe(true);
  await dialog.getByLabel(`Type ${email} to confirm`).fill('lin@example.org');
  expect(await erase.isDisabled()).toBe(true);
  await dialog.getByLabel(`Type ${email} to confirm`).fill(email);
  await erase.click();
  const erasures = shown.locator('.card', { has: shown.getByRole('heading', { name: 'Erasures' }) });
  await erasures.getByText('Harbour Books Lisbon').waitFor();
  await erasures.getByText('Finished').waitFor();
  await shop.waitFor({ state: 'detached' });
  await shown.getByText('No mail to this person.').waitFor();

  await erasures.getByRole('link', { name: 'Show the emits' }).click();
  await shown.locator('.row', { hasText: 'No mail' }).getByRole('link').click();
  await shown.getByRole('heading', { name: 'Emit of an erased person' }).waitFor();
  await shown.getByRole('region', { name: 'Why' }).getByText('The person was erased').first().waitFor();
  expect(await shown.locator('main').textContent()).not.toContain('lin@');
});
