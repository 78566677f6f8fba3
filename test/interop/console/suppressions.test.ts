/** The suppressed addresses of a workspace, also where there is none, in a browser. */
import { expect, test } from 'vitest';
import { desktop, openConsole } from './console-world.ts';
import { follow } from './fill-console.ts';

const world = openConsole();
const path = (more = '') => `/console/people?view=suppressed&workspace=${world.ids.workspace}${more}`;

test('where no address is suppressed, a line says so and offers the file of another service', async () => {
  const page = await world.open(path());
  const line = page.locator('.state', { hasText: 'No suppressed address' });
  await line.waitFor();
  expect((await line.boundingBox())?.height ?? desktop.height).toBeLessThan(desktop.height / 6);
  // What was lifted has no place either while nothing was.
  expect(await page.getByText('Lifted in the last 90 days').count()).toBe(0);
  await line.getByRole('button', { name: 'Import a file' }).click();
  const kinds = page.getByRole('dialog').getByLabel('What the rows become').locator('option');
  expect(await kinds.allTextContents()).toEqual(['Suppressed addresses']);
});

test('a search that finds nothing says so, and does not say that nothing is suppressed', async () => {
  const page = await world.open(path('&search=nobody'));
  await page.getByText('No suppressed address matches').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByText('Those that another service suppressed can be imported.').waitFor();
});

test('a suppressed mail leads to the one that bounced, with the words of the server, and says what Lift does', async () => {
  world.tidings.mail.refuse('nobody@example.net', [{ code: 550, text: '5.1.1 No such user here' }]);
  const bounced = await world.emit('no-such-user', 'nobody@example.net');
  await follow(world.backend, bounced, ({ state }) => state === 'bounced');
  const withheld = await world.emit('after-the-bounce', 'nobody@example.net');
  await follow(world.backend, withheld, ({ state }) => state === 'suppressed');
  const page = await world.open(`/console/messages/${withheld}`);
  const note = page.locator('.suppressed-note');
  await note.getByText('Lift asks first.').waitFor();
  await note.getByText('550 5.1.1 No such user here').waitFor();
  await note.getByRole('link', { name: 'The mail that bounced' }).click();
  await page.waitForURL(new RegExp(bounced));
});
