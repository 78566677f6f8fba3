/** Files of suppressions, our own and those of other services as they come. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { suppressByHand } from '../../src/suppressions/suppress-by-hand.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';
import { act, faultsOf, importFile, uploadFile } from './import-file.ts';

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  tenant = await world.tenant();
});
afterAll(() => world.close());

const importSuppressions = (text: string | Buffer, options?: string) =>
  importFile(world, tenant, { kind: 'suppressions', text, ...(options !== undefined && { options }) });

const suppressions = async () => {
  const { rows } = await world.app.db.pool.query(
    `SELECT email, reason, blocks, note, by_hand AS hand, api_key_id AS key, workspace_id IS NULL AS wide
     FROM suppressions WHERE platform_id = $1 ORDER BY email`,
    [tenant.platformId],
  );
  return rows;
};

const hard = { reason: 'hard_bounce', blocks: 'all' };
const complaint = { reason: 'complaint', blocks: 'marketing' };
const manual = { reason: 'manual', blocks: 'all' };

describe('a file of our own columns', () => {
  it('suppresses each address as by hand, and keeps the reason of one that is blocked already', async () => {
    await suppressByHand(tenant.ctx, 'ref:shop', { email: 'known@example.com', reason: 'hard_bounce' });
    const text = [
      'email,reason,note',
      'a@example.com,hard_bounce,Returned',
      'b@example.com,,',
      'known@example.com,manual,Asked us',
      'A@example.com,manual,Again',
      'c@example.com,soft_bounces,',
      'd@example.com,unknown,',
      'nobody,manual,',
    ].join('\n');
    const ended = await importSuppressions(text);
    expect(ended).toMatchObject({ kind: 'suppressions', state: 'finished', created: 3, updated: 2, refused: 2 });
    const byHand = { hand: true, key: tenant.apiKeyId, wide: false };
    expect(await suppressions()).toEqual([
      { email: 'a@example.com', ...hard, note: 'Again', ...byHand },
      { email: 'b@example.com', ...manual, note: null, ...byHand },
      // As an export has it: the caller knows of an address that cannot receive.
      { email: 'c@example.com', ...hard, note: null, ...byHand },
      { email: 'known@example.com', ...hard, note: 'Asked us', ...byHand },
    ]);
    expect(await faultsOf(tenant, ended.id)).toEqual([
      [7, 'validation_failed', { reason: ['must be one of manual, hard_bounce, complaint'] }],
      [8, 'validation_failed', { email: [expect.any(String)] }],
    ]);
  });

  it('blocks all of the platform where the caller says so, with a key for all workspaces', async () => {
    await importSuppressions('email\na@example.com\n', ', reach: platform');
    expect(await suppressions()).toMatchObject([{ email: 'a@example.com', wide: true, hand: true }]);
    const { refusal } = await world.ask(
      { platformId: tenant.platformId, apiKeyId: tenant.apiKeyId, workspaceId: tenant.workspace },
      'mutation { suppressionImportCreate(workspace: "ref:shop", reach: platform) { import { id } } }',
    );
    expect(refusal?.code).toBe('forbidden');
  });

  it('may be NDJSON', async () => {
    const ended = await importSuppressions(
      '{"email":"a@example.com","note":"x"}\n{"email":"b@example.com","why":"c@example.com"}\n',
    );
    expect(ended).toMatchObject({ created: 1, refused: 1 });
    expect(await faultsOf(tenant, ended.id)).toEqual([
      [2, 'validation_failed', { row: ['has a field that no suppression has'] }],
    ]);
  });
});

describe('a file of another service', () => {
  it.each([
    ['mailchimp-cleaned.csv', { 'gone@example.com': hard, 'left@example.com': hard }],
    ['mailchimp-unsubscribed.csv', { 'away@example.com': manual }],
    ['postmark.csv', { 'angry@example.com': complaint, 'by-hand@example.com': manual, 'gone@example.com': hard }],
    ['postmark-dump.json', { 'angry@example.com': complaint, 'by-hand@example.com': manual, 'gone@example.com': hard }],
    ['ses-bulk.csv', { 'angry@example.com': complaint, 'gone@example.com': hard }],
    ['ses-list.json', { 'angry@example.com': complaint, 'gone@example.com': hard }],
    ['sendgrid-bounces.csv', { 'gone@example.com': hard, 'left@example.com': hard }],
    ['sendgrid-spam-reports.csv', { 'angry@example.com': complaint }],
    ['sendgrid-invalid-emails.csv', { 'gone@example.con.example': hard }],
    ['sendgrid-unsubscribes.csv', { 'away@example.com': manual }],
  ])('such as %s comes as it is', async (name, expected) => {
    const ended = await importSuppressions(await readFile(new URL(`samples/${name}`, import.meta.url)));
    const passing = name === 'sendgrid-bounces.csv' ? 1 : 0;
    expect(ended).toMatchObject({ state: 'finished', created: Object.keys(expected).length, refused: passing });
    expect(await suppressions()).toMatchObject(
      Object.entries(expected).map(([email, said]) => ({ email, ...said, hand: true })),
    );
    const faults = [[3, 'validation_failed', { row: ['is a failure that passes, which suppresses nobody'] }]];
    expect(await faultsOf(tenant, ended.id)).toEqual(passing === 1 ? faults : []);
  });

  it('is not started when it lists people who subscribed', async () => {
    const text = await readFile(new URL('samples/mailchimp-subscribed.csv', import.meta.url));
    const id = await uploadFile(tenant, { kind: 'suppressions', text });
    const { refusal } = await act(tenant, 'importStart', id);
    expect(refusal?.details.errors).toEqual({
      columns: ['are those of people who subscribed: nobody in the file is suppressed'],
    });
  });
});
