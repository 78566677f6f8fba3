/**
 * Every SQL statement of the service on a cluster: what runs on one shard, on several, or not at all, and why. The tables
 * of docs/scale.md are what this finds; `UPDATE_SCALE=1 npm run test:citus` writes them again.
 */
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { collectStatements, type FoundStatement } from '../support/collect-statements.ts';
import { generatedPart } from '../support/generated-part.ts';
import { openClient } from '../support/open-client.ts';
import { askedServers } from './inventory/asked-servers.ts';
import { control, examineStatement } from './inventory/examine-statement.ts';
import { type Examined, tableByRoom, tableOfHot, tableOfRefusals } from './inventory/inventory-tables.ts';
import { workspaces } from './inventory/sample-values.ts';

let client: pg.Client;
let examined: readonly Examined[];
/** Texts of statements as a cluster gets them, by the file of each. */
let sent: ReadonlyMap<string, readonly string[]>;
beforeAll(async () => {
  client = await openClient(inject('citusUrl'));
  // A statement that waits is a fault of this test.
  await client.query("SET statement_timeout = '15s'");
  const found: Examined[] = [];
  const texts = new Map<string, string[]>();
  const seen = new Set<string>();
  const all = await collectStatements();
  const placeOf = ({ file, line }: FoundStatement) => `${file}:${line}`;
  const divided = new Set(all.filter(({ ofOne }) => ofOne).map(placeOf));
  // A cluster is asked by the form for one workspace, and not by that for any.
  const unsent = all.filter((one) => one.alone || (!one.ofOne && divided.has(placeOf(one)))).map(({ text }) => text);
  for (const { file, text } of all) {
    if (unsent.includes(text)) continue;
    // One that a file holds as a constant is found there and where it is sent.
    if (text === null || control.test(text) || seen.has(`${file} ${text}`)) continue;
    seen.add(`${file} ${text}`);
    found.push({ file, verdict: await examineStatement(client, text) });
    texts.set(file, [...(texts.get(file) ?? []), text]);
  }
  examined = found;
  sent = texts;
});
afterAll(() => client?.end());

test('the two workspaces of the samples are on different workers', async () => {
  const { rows } = await client.query(
    `SELECT count(DISTINCT l.groupid)::int AS workers
     FROM unnest($1::text[]) w (id) JOIN pg_dist_placement l
       ON l.shardid = get_shard_id_for_distribution_column('messages', w.id)`,
    [workspaces],
  );
  expect(rows).toEqual([{ workers: 2 }]);
});

test('a statement is told apart by where it runs', async () => {
  const kindOf = async (text: string) => (await examineStatement(client, text)).kind;
  expect(await kindOf('SELECT FROM deployment')).toBe('elsewhere');
  expect(await kindOf('SELECT FROM platforms WHERE id = $1')).toBe('elsewhere');
  expect(await kindOf('SELECT id FROM contacts WHERE workspace_id = $1 AND id = $2')).toBe('one shard');
  expect(await kindOf('SELECT id FROM contacts WHERE workspace_id = ANY($1::text[])')).toBe('several shards');
  expect(await kindOf('SELECT count(*) FROM contacts')).toBe('several shards');
  expect(await examineStatement(client, 'SELECT id FROM contacts FOR UPDATE')).toMatchObject({ kind: 'refused' });
});

/** What is asked for each emit and each mail, as far as it leads to the one shard of its workspace. */
const onOneShard = [
  'src/events/emit/link-copies.ts',
  'src/events/emit/read-emits.ts',
  'src/events/emit/wait-for-addresses.ts',
  'src/messages/claims/claim-messages.ts',
  'src/messages/claims/confirm-leases.ts',
  'src/messages/sending/load-attachments.ts',
  'src/suppressions/is-suppressed.ts',
];

test('the reads of emits, the claims and their confirmations are each sent to one shard', () => {
  const found = examined.filter(({ file }) => onOneShard.includes(file));
  expect([...new Set(found.map(({ file }) => file))].sort()).toEqual(onOneShard);
  expect(found.filter(({ verdict }) => verdict.kind !== 'one shard')).toEqual([]);
});

/** What is written for each emit and each mail: part by part, all on the coordinator and the one shard. */
const inSteps = [
  'src/events/emit/write-emits.ts',
  'src/messages/outcomes/write-outcomes.ts',
  'src/webhooks/record-webhooks.ts',
];

test('the writes of emits, outcomes and webhooks run part by part', () => {
  const found = examined.filter(({ file }) => inSteps.includes(file));
  expect([...new Set(found.map(({ file }) => file))].sort()).toEqual(inSteps);
  expect(found.filter(({ verdict }) => verdict.kind !== 'in steps')).toEqual([]);
});

/** What emits, claims and ends mail, with all that is written beside it, as far as it is about one workspace. */
const ofOneWorker = [
  ...onOneShard,
  ...inSteps,
  'src/events/attachments/stored-files.ts',
  'src/events/emit/keep-references.ts',
  'src/messages/reports/record-report.ts',
];

test('what emits and ends the mail of a workspace is sent to no other worker, nor what its parts return', async () => {
  const { rows } = await client.query<{ port: number }>(
    `SELECT n.nodeport AS port FROM pg_dist_placement l JOIN pg_dist_node n USING (groupid)
     WHERE l.shardid = get_shard_id_for_distribution_column('messages', $1::text)`,
    [workspaces[0]],
  );
  const own = rows[0]?.port;
  const asked = new Map<string, readonly number[]>();
  for (const file of ofOneWorker)
    for (const text of sent.get(file) ?? []) asked.set(`${file}: ${text}`, [...(await askedServers(client, text))]);
  expect([...asked].filter(([, ports]) => ports.some((port) => port !== own)).map(([text]) => text)).toEqual([]);
  expect([...asked.values()].flat().length).toBeGreaterThan(ofOneWorker.length);
  expect(await askedServers(client, 'SELECT count(*) FROM contacts WHERE email = $1')).toHaveProperty('size', 2);
});

test('docs/scale.md says what runs where', async () => {
  for (const [name, table] of Object.entries({
    'statements by room': tableByRoom(examined),
    'hot statements': tableOfHot(examined),
    refusals: tableOfRefusals(examined),
  })) {
    const { found, made } = await generatedPart('docs/scale.md', name, table);
    expect(found).toBe(made);
  }
});
