/** A path of the documentation without a page says so in a page, from which the reader gets on. */
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createDocs } from '../../src/docs/docs-site.ts';
import { errorStatuses } from '../../src/ground/errors/error-status.ts';

const docs = createDocs({
  config: {
    production: true,
    host: '0.0.0.0',
    publicUrl: null,
    dataDir: '',
    inboxPort: 8025,
    simulatorDomain: 'simulator.test',
  },
  publicUrl: 'https://tidings.example',
  statuses: errorStatuses,
});
const find = (path: string) => docs.find(path, { headers: {} } as IncomingMessage);

test.each([
  ['/docs/nope', '../docs'],
  ['/docs/api/nope', '../../docs'],
])('%s has links that lead back', async (path, home) => {
  const page = await find(path);
  expect(page?.status).toBe(404);
  expect(page?.body).toContain('<h1>No such page</h1>');
  expect(page?.body).toContain(`href="${home}"`);
  expect(page?.body).not.toContain('nope');
});

test('a path of many folders gets no page made for it', async () => {
  expect(await find(`/docs${'/a'.repeat(1_000)}`)).toBeNull();
  expect(await find('/docs/assets/nope.css')).toBeNull();
});
