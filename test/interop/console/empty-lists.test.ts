/** What a page says where it has nothing yet, in a browser. */
import { expect, test } from 'vitest';
import { openConsole } from './console-world.ts';

const world = openConsole();

test('without attributes and topics each list is a box with an example and the call that makes it', async () => {
  const fresh = await world.tidings.platform('Fresh', 'fresh.test');
  const page = await world.open('/console/attributes', {}, fresh.apiKey);
  const boxes = page.locator('.state');
  await boxes.nth(1).waitFor();
  for (const box of await boxes.all()) expect((await box.boundingBox())?.height).toBeLessThan(170);
  const calls = await boxes.locator('code').allTextContents();
  expect(calls.map((call) => call.split(' ', 2).join(' '))).toEqual([
    'POST /v1/attribute-definitions',
    'POST /v1/topics',
  ]);
  for (const call of calls) {
    const [, path = '', body = ''] = /^POST \/v1(\S+) (.*)$/.exec(call) ?? [];
    expect((await fresh.rest('POST', path, JSON.parse(body))).status).toBe(201);
  }
  await page.reload();
  await page.locator('.row', { hasText: 'plan' }).waitFor();
  await page.locator('.row', { hasText: 'newsletter' }).waitFor();
  for (const name of ['create-attribute-definition', 'create-topic'])
    expect((await fetch(`${world.origin}/docs/api/${name}`)).status).toBe(200);
});

test.each([
  ['layouts', '/console/layouts', 'No layout yet'],
  ['imports', '/console/people?view=imports', 'No imports'],
])('without %s a line says so, not half a page', async (_, path, title) => {
  const page = await world.open(path);
  const box = page.locator('.state', { hasText: title });
  await box.waitFor();
  expect((await box.boundingBox())?.height).toBeLessThan(120);
});
