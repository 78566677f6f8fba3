/** Hostile names and mails in the console do nothing. */
import { expect, test } from 'vitest';
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
  expect(await page.title()).toBe('ada@example.com · Tidings console');

  await page.goto(`${world.origin}/console/templates/order.shipped`);
  const frame = page.locator('.mail-frame');
  await page.frameLocator('.mail-frame').frameLocator('iframe').locator('body').waitFor();
  // As if the renderer had let everything through.
  await frame.evaluate((element, html) => {
    (element as HTMLIFrameElement).contentWindow?.postMessage({ html, title: 'Mail', scheme: 'light' }, '*');
  }, hostileMail(world.origin));
  await page.frameLocator('.mail-frame').frameLocator('iframe').getByText('the end').waitFor();
  await page.waitForTimeout(1_500);
  expect(await page.title()).toContain('order.shipped');
  expect(page.url()).toBe(`${world.origin}/console/templates/order.shipped`);
  // The browser reports what it blocked; nothing of it left (`abroad` is checked after each test).
  expect(world.complaints.length).toBeGreaterThan(0);
  world.complaints = world.complaints.filter((text) => !/Content Security Policy|sandbox|Refused|Blocked/i.test(text));
});

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
