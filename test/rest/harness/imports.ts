/** Imports of a platform. */
import { expect } from 'vitest';
import type { Answered } from './check-answer.ts';
import type { Platform } from './platform.ts';

const patience = 60_000;

/** A finished import, and one that is cancelled before its file has come. */
export async function makeImports(platform: Platform, workspace: string) {
  const sent = await platform.ask('importContacts', { path: { workspace }, bytes: 'reference,email\n' });
  expect([sent.status, sent.body.data?.state]).toEqual([202, 'running']);
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
  let found: Answered['body'] = null;
  await expect
    .poll(
      async () => {
        found = (await platform.ask('getImport', { path: { id } })).body.data;
        return found.state;
      },
      { timeout: patience },
    )
    .not.toBe('running');
  return found;
}
