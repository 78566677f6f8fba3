/** The page of an event type, in a browser: what is copied from it works as it is. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openConsole } from './console-world.ts';

const world = openConsole();
const run = promisify(execFile);

async function openType(): Promise<Page> {
  const page = await world.open(`/console/event-types/order.shipped?workspace=${world.ids.workspace}`, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.getByRole('heading', { name: 'Emit it' }).waitFor();
  return page;
}

/** Chooses a sample and copies it. */
async function copied(page: Page, sample: string): Promise<string> {
  await page.getByRole('navigation', { name: 'Samples' }).getByRole('link', { name: sample, exact: true }).click();
  await page.getByRole('region', { name: sample, exact: true }).waitFor();
  await page.getByRole('button', { name: `Copy ${sample}` }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  return String(await page.evaluate('navigator.clipboard.readText()'));
}

test('the command emits as it was copied, with the example as its payload, and sends nothing', async () => {
  const page = await openType();
  const example = JSON.parse(await copied(page, 'Example payload'));
  const command = await copied(page, 'curl');
  expect(JSON.parse(/-d '([\s\S]*)'$/.exec(command)?.[1] ?? '').payload).toEqual(example);
  const { stdout } = await run('sh', ['-c', command.replace(/^curl /, 'curl -sS ')], {
    env: { ...process.env, TIDINGS_API_KEY: world.backend.apiKey },
  });
  expect(JSON.parse(stdout).data).toMatchObject({ type: 'order.shipped', message: { state: 'queued' } });
});

test('a type and a schema are copied, and the address says which is shown', async () => {
  const page = await openType();
  expect(await copied(page, 'TypeScript')).toMatch(
    /^\/\*\* The payload of order\.shipped\. \*\/\nexport interface OrderShipped \{\n/,
  );
  expect(await copied(page, 'zod')).toMatch(/^import \{ z \} from 'zod';[\s\S]*order_number: z\.string\(\)/);
  expect(new URL(page.url()).searchParams.get('show')).toBe('zod');
  await page.reload();
  await page.getByRole('region', { name: 'zod', exact: true }).waitFor();
});

test('without a workspace the command has a place for one, and says so', async () => {
  const page = await world.open('/console/event-types/order.shipped?show=curl');
  await page.getByText('in the place of WORKSPACE').waitFor();
  expect(await page.getByRole('region', { name: 'curl' }).textContent()).toContain('/v1/workspaces/WORKSPACE/events');
});
