/** Every SQL statement of the service, prepared against the migrated schema: a column that is not there fails here. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findContactIds } from '../../src/contacts/find-contact-ids.ts';
import { findEventIds } from '../../src/events/find-event-ids.ts';
import { findMessageIds } from '../../src/messages/list/find-message-ids.ts';
import { findSuppressionIds } from '../../src/suppressions/list-suppressions.ts';
import { findWebhookIds } from '../../src/webhooks/find-webhook-ids.ts';
import { collectStatements, findEscapes, isOfCluster } from '../support/collect-statements.ts';
import { openClient } from '../support/open-client.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** Files with a text that is made at run time, and what stands for its test. */
const madeAtRunTime: Readonly<Record<string, string>> = {
  'src/db/lists/text-search.ts': 'run below, for every combination of filters',
  'src/db/lists/frequent-pairs.ts': 'run below, for every combination of filters',
  'src/db/lists/merge-walks.ts': 'run below, for every combination of filters',
  'src/db/lists/walk.ts': 'run below, for every combination of filters',
  'src/db/by-workspace.ts': 'is given statements that other files hold as constants',
  'src/messages/outcomes/move-to-failed.ts': 'is given statements that other files hold as constants',
  'src/messages/outcomes/end-by-time.ts': 'is given statements that other files hold as constants',
  'src/retention/drop-events.ts': 'is given statements that the file holds as constants',
  'src/deployment/change-key.ts': 'run for each kind of secret by test/service/key-change.test.ts',
  'src/db/analyze-growth.ts': 'ANALYZE of tables that the catalogue names',
  'src/retention/partitions/alter-partitions.ts': 'run by test/retention/sweep-partitions.test.ts',
  'src/retention/partitions/altering.ts': 'run by test/retention/sweep-partitions.test.ts',
  'src/retention/partitions/default-partition.ts': 'run by test/webhooks/partitioned.test.ts',
  'src/retention/partitions/key-days.ts': 'run by test/events/idempotency/key-days.test.ts',
  'src/retention/partitions/new-partition.ts':
    'run by test/retention/sweep-partitions.test.ts and test/citus/partitions.test.ts',
  'src/db/connections/pooled-client.ts': 'whatever its callers send',
  'src/db/connections/pool.ts': 'BEGIN with time limits',
  'src/db/connections/listener.ts': 'LISTEN on a channel that its caller names',
  'src/local/embedded-postgres.ts': 'CREATE DATABASE of the local run',
};
/** PREPARE takes no statements that control a session or a transaction. */
const control = /^(?:BEGIN|COMMIT|ROLLBACK|SET |SAVEPOINT |RELEASE )/;

const found = await collectStatements();
const prepared = found.flatMap(({ text, ...place }) =>
  text === null || control.test(text) || isOfCluster(text) ? [] : [{ ...place, text }],
);

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await openClient(database.url);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('a statement', () => {
  test.each(prepared)(
    '$file:$line can be prepared, and gets as many values as it has parameters',
    async (statement) => {
      await client.query(`PREPARE statement AS ${statement.text}`);
      const { rows } = await client.query<{ parameters: number }>(
        `SELECT cardinality(parameter_types) AS parameters FROM pg_prepared_statements WHERE name = 'statement'`,
      );
      await client.query('DEALLOCATE statement');
      expect(statement.values ?? rows[0]?.parameters).toBe(rows[0]?.parameters);
    },
  );

  test('none escapes this test', () => {
    const unread = new Set(found.flatMap(({ file, text }) => (text === null ? [file] : [])));
    expect([...unread].sort()).toEqual(Object.keys(madeAtRunTime).sort());
    expect(findEscapes()).toEqual([]);
  });

  test('takes the times of rules as parameters', () => {
    const literal = prepared.filter(({ text }) => /\binterval\s+'/i.test(text));
    expect(literal.map(({ file, line }) => `${file}:${line}`)).toEqual([]);
  });

  test('has no parameter above $9 that is counted by hand', () => {
    const files = [...new Set(found.map(({ file }) => file))];
    const counted = files.filter((file) =>
      /\$[1-9][0-9]/.test(readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8')),
    );
    expect(counted).toEqual([]);
  });
});

describe('the statements made at run time run', () => {
  const ids = { platformId: 'p', workspaceId: 'w' };
  const pages = [{}, { lt: 'x' }, { gt: 'x' }].map((range) => ({ range, direction: 'desc' as const, take: 2 }));
  const work = { first: 1, further: 1, candidates: 1 };

  test.each(pages)('for contacts, on page $range', async (page) => {
    for (const search of [null, 'ada', '@a']) {
      for (const status of [null, 'subscribed', 'cleaned'] as const) {
        for (const tag of [null, 'vip']) {
          const found = findContactIds(client, { ...ids, page, search, status, tag, work });
          expect(await found).toEqual({ ids: [], end: null });
        }
      }
    }
  });

  test.each(pages)('for suppressions, on page $range', async (page) => {
    for (const search of [null, 'ada', '@a']) {
      for (const allByHand of [false, true]) {
        const found = findSuppressionIds(client, { ...ids, page, search, work, allByHand });
        expect(await found).toEqual({ ids: [], end: null });
      }
    }
  });

  test.each(pages)('for messages, on page $range', async (page) => {
    const states = [null, 'scheduled', 'queued', 'sending', 'sent', 'delivered', 'bounced'] as const;
    const none = { eventTypeId: null, oneOfTypes: null, templateVersionId: null, idempotencyKey: null, reason: null };
    const all = { platformId: 'p', now: new Date(), page, work, ...none, bounce: null, simulated: null };
    for (const workspaceIds of [['w'], ['v', 'w'], [], null]) {
      for (const state of states) {
        for (const addressHash of [null, new Uint8Array(32)]) {
          for (const contactId of [null, 'c']) {
            const found = findMessageIds(client, { ...all, workspaceIds, state, addressHash, contactId });
            expect(await found).toEqual({ ids: [], end: null });
          }
        }
      }
      const rest = { ...all, workspaceIds, state: null, addressHash: null, contactId: null };
      const filters = { templateVersionId: 'v', bounce: 'hard', reason: 'render_failed', simulated: true } as const;
      for (const more of [
        { eventTypeId: 't' },
        { keyStart: 'HB-2240' },
        { recipientDomain: 'example.com' },
        { idempotencyKey: 'k' },
        { metadata: { order: '1' } },
        { idempotencyKey: 'k', eventTypeId: 't' },
        filters,
      ]) {
        expect(await findMessageIds(client, { ...rest, ...more })).toEqual({ ids: [], end: null });
      }
    }
  });

  test.each(pages)('for events, on page $range', async (page) => {
    const none = {
      eventTypeId: null,
      oneOfTypes: null,
      addressHash: null,
      contactId: null,
      idempotencyKey: null,
      keyStart: null,
      metadata: null,
    };
    const all = { platformId: 'p', eventTypeIds: ['t'], now: new Date(), page, work, ...none };
    const filters = [
      {},
      { eventTypeId: 't' },
      { addressHash: new Uint8Array(32) },
      { contactId: 'c' },
      { idempotencyKey: 'k' },
      { keyStart: 'HB-2240' },
      { keyStart: '-' },
      { metadata: { order: '1' } },
    ];
    for (const scope of [
      { workspaceId: 'w', workspaceIds: ['w'] },
      { workspaceId: null, workspaceIds: ['v', 'w'] },
      { workspaceId: null, workspaceIds: null },
    ]) {
      for (const filter of filters) {
        expect(await findEventIds(client, { ...all, ...scope, ...filter })).toEqual({ ids: [], end: null });
      }
    }
  });

  test.each(pages)('for webhooks, on page $range', async (page) => {
    for (const filter of [{ state: 'failed' }, { endpoint: 'e' }, { type: 't', state: 'failed' }] as const) {
      expect(await findWebhookIds(client, { ...ids, ...filter, page, work })).toEqual({ ids: [], end: null });
    }
  });
});
