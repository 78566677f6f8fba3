/** Imports of a platform. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Answered } from './check-answer.ts';
import type { Platform } from './platform.ts';

const patience = 60_000;

/** A finished import, and one that is cancelled before its file has come. */
export async function makeImports(platform: Platform, workspace: string) {
  const sent = await platform.ask('importContacts', { path: { workspace }, bytes: 'reference,email\n' });
  expect([sent.status, sent.body.data?.kind]).toEqual([202, 'contacts']);
  const { contactImportCreate: begun } = await platform.graphql(
    'mutation ($workspace: ID!) { contactImportCreate(workspace: $workspace) { import { id } } }',
    { workspace },
  );
  const upload = begun.import.id;
  const cancelled = await platform.ask('cancelImport', { path: { workspace, id: upload } });
  expect(cancelled.body.data.state).toBe('cancelled');
  return { import: sent.body.data.id as string, upload };
}

/** Asks until the import has ended. */
export async function endedImport(platform: Platform, id: string): Promise<Answered['body']> {
  for (const until = performance.now() + patience; performance.now() < until; ) {
    const { data } = (await platform.ask('getImport', { path: { id } })).body;
    if (data.state !== 'running') return data;
    await sleep(20);
  }
  throw new Error('The import does not end');
}
