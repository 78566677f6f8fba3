/** Hostile names and mails in the console do nothing. */
import { expect, test } from 'vitest';
import { becomesWhole } from '../programs/page-waits.ts';
import { openConsole } from './console-world.ts';
import { hostile } from './fill-console.ts';

const world = openConsole();

test('hostile names are text, and a hostile mail does nothing', async () => {
  const page = await world.open('/console/workspaces');
  await page.getByText(hostile.slice(0, 60)).first().waitFor();
  await page.goto(`${world.origin}/console/attributes`);
  await page.getByText(hostile.slice(0, 60)).waitFor();
  await page.goto(`${world.origin}/console/people/${world.ids.workspace}/${world.ids.contact}`);
  await page
    .getByText(/onerror/)
    .first()
    .waitFor();
  await expect.poll(() => page.title()).toBe('ada@example.com · Tidings console');

  await page.goto(`${world.origin}/console/templates/order.shipped`);
  const frame = page.locator('.mail-frame');
  const mail = page.frameLocator('.mail-frame').frameLocator('iframe');
  await mail.locator('body').waitFor();
  // As if the renderer had let everything through.
  await frame.evaluate((element, html) => {
    (element as HTMLIFrameElement).contentWindow?.postMessage({ html, title: 'Mail', scheme: 'light' }, '*');
  }, hostileMail(world.origin));
  await mail.getByText('the end').waitFor();
  await becomesWhole(page, mail);
  expect(await page.title()).toContain('order.shipped');
  expect(page.url()).toBe(`${world.origin}/console/templates/order.shipped`);
  // The browser reports what it blocked; nothing of it left (`abroad` is checked after each test).
  expect(world.complaints.length).toBeGreaterThan(0);
  world.expected = /Content Security Policy|sandbox|Refused|Blocked/i;
});

test('a message with hostile texts in every field, and a mail of 2 MB that does its worst, are text and a picture', async () => {
  const page = await world.openPage();
  const worst = `${`<div>${'filler '.repeat(140)}</div>`.repeat(2_000)}${hostileMail(world.origin)}`;
  expect(worst.length).toBeGreaterThan(1_900_000);
  // As if every field of the service had let everything through.
  await page.route('**/graphql', async (route) => {
    const asked = route.request().postData() ?? '';
    if (!/query Message(?:Why|Mail)?\(/.test(asked)) return route.continue();
    const response = await route.fetch();
    const body = poison(await response.json());
    const rendered = body.data?.message?.rendered;
    if (rendered) rendered.html = worst;
    await route.fulfill({ response, json: body });
  });
  await world.signIn(page, world.backend.apiKey, `/console/messages/${world.ids.held}`);
  await page.getByRole('heading', { name: 'onerror' }).waitFor();
  const mail = page.frameLocator('.mail-frame').frameLocator('iframe');
  await mail.getByText('the end').waitFor();
  await page.getByTitle('Source', { exact: true }).click();
  await page.getByText('The first 100 kB of').waitFor();
  await page.getByTitle('Text', { exact: true }).click();
  await page.getByRole('region', { name: 'Text' }).getByText('onerror').waitFor();
  await page.getByTitle('HTML', { exact: true }).click();
  await mail.getByText('the end').waitFor();
  await becomesWhole(page, mail);
  expect(await page.title()).toBe(`${hostile} · Tidings console`);
  expect(page.url()).toBe(`${world.origin}/console/messages/${world.ids.held}`);
  expect(await page.locator('main img, main script').count()).toBe(0);
  world.expected = /Content Security Policy|sandbox|Refused|Blocked/i;
});

/** Members that the page takes for more than text: ids, times and enums. */
const kept =
  /^(?:id|at|cursor|state|type|kind|outcome|transport|verdict|rule|cause|bounce|evidence|__typename|endCursor|until|html|.*At)$/;

/** Every text of a response, hostile. */
// biome-ignore lint/suspicious/noExplicitAny: the response has whatever its operation selects.
function poison(value: any): any {
  if (Array.isArray(value)) return value.map(poison);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === 'string' ? (kept.test(name) ? member : hostile) : poison(member),
    ]),
  );
}

function hostileMail(from: string): string {
  return `<meta http-equiv="refresh" content="0; url=https://evil.example/refresh">
    <base href="https://evil.example/"><link rel="stylesheet" href="https://evil.example/style.css">
    <style>@import "https://evil.example/import.css"; body { background: url(https://evil.example/back.png) }
      p { position: fixed; inset: 0; z-index: 99999 }</style>
    <script>parent.document.title = top.document.title = 'pwned'; fetch('${from}/graphql')</script>
    <img src="https://evil.example/pixel.png" onerror="top.document.title = 'pwned'">
    <iframe src="https://evil.example/frame"></iframe><iframe src="${from}/console"></iframe>
    <form action="https://evil.example/form" method="post"><button autofocus>go</button></form>
    <a href="https://evil.example/link" target="_top" ping="https://evil.example/ping">link</a>
    <p>the end</p>`;
}
