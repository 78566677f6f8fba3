/** Whether it is us or them: whose mail servers refuse now (docs/rules.md#refusing-domains), in a browser. */
import { beforeAll, expect, test } from 'vitest';
import { openConsole, phone } from './console-world.ts';
import { follow } from './fill-console.ts';

const world = openConsole();
const maintenance = '4.3.2 System not accepting network messages, maintenance';

beforeAll(async () => {
  for (const name of ['olga', 'ivan']) {
    world.tidings.mail.refuse(`${name}@down.example`, Array(20).fill({ code: 451, text: maintenance }));
    const id = await world.emit(`down-${name}`, `${name}@down.example`);
    await follow(world.backend, id, ({ state, attempts }) => state === 'queued' && attempts.length > 0);
  }
});

test('the navigation leads to the domains, with what waits, the words and the next try; a domain to its mail', async () => {
  const page = await world.open('/console/messages');
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: 'Mail servers', exact: true })
    .click();
  const rows = page.getByRole('table', { name: 'Mail servers that refuse' }).locator('.row');
  await rows.nth(1).waitFor();
  const first = rows.first();
  const said = await first.textContent();
  expect(said).toContain('down.example');
  expect(said).toContain('2 mails of 1 workspace');
  expect(said).toContain(maintenance);
  expect(await first.locator('time').count()).toBe(2);
  expect(await rows.nth(1).textContent()).toContain('Greylisted');
  await page.getByRole('link', { name: 'down.example' }).click();
  await page.waitForURL(/messages\?.*domain=down\.example/);
  await page.getByRole('link', { name: 'olga@down.example' }).waitFor();
  await page.getByRole('link', { name: 'ivan@down.example' }).waitFor();
  expect(await page.locator('.rows .row').count()).toBe(2);
});

test('mail to such a domain that waits for something else is counted apart, there and in the search', async () => {
  world.tidings.mail.refuse('paul@down.example', Array(20).fill({ code: 451, text: maintenance }));
  const id = await world.emit('down-paul', 'paul@down.example');
  await follow(world.backend, id, ({ state, attempts }) => state === 'queued' && attempts.length > 0);
  // As if its first try waited for the mails of the next day.
  await world.tidings.service.app.db.pool.query(
    `UPDATE messages SET attempt_number = 0, waits_for = 'day_cap', due_at = now() + interval '9 hours' WHERE id = $1`,
    [id],
  );
  const page = await world.open('/console/mail-servers');
  const row = page.locator('.row', { hasText: 'down.example' });
  await row.getByText('2 mails of 1 workspace').waitFor();
  await row.getByText('1 more waits for something else').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).waitFor();
  await page.keyboard.insertText('down.example');
  const line = page.getByRole('option', { name: /^Mail that waits for down\.example/ });
  await line.getByText('3 wait · 1 of them for something else').waitFor();
});

test('a mail that such a server refuses leads to the page', async () => {
  const page = await world.open(`/console/messages/${world.ids.held}`);
  await page.getByRole('link', { name: 'All mail servers that refuse now' }).click();
  await page.getByRole('link', { name: 'example.org' }).waitFor();
});

test.each(['mail servers', 'us or them', 'maintenance'])('the search finds the page by “%s”', async (typed) => {
  const page = await world.open('/console/workspaces', { viewport: phone });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).waitFor();
  await page.keyboard.insertText(typed);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Mail servers that refuse' }).waitFor();
  await page.getByRole('link', { name: 'down.example' }).waitFor();
});

test('the search says of a domain that its servers refuse, since when and with which words', async () => {
  const page = await world.open('/console/workspaces');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).waitFor();
  await page.keyboard.insertText('down.example');
  const line = page.getByRole('option', { name: /^The mail servers of down\.example refuse/ });
  await line.getByText(maintenance).waitFor();
  await line.locator('time').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Mail servers that refuse' }).waitFor();
});

test('a key that sees no addresses is not offered it', async () => {
  const page = await world.open('/console/messages', {}, await world.keyWith('Counts', { scopes: ['read'] }));
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Workspaces' }).waitFor();
  expect(await page.getByRole('link', { name: 'Mail servers' }).count()).toBe(0);
});
