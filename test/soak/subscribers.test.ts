/**
 * Two hundred live streams and 500 emits a second in an open loop: every stream sees every change of its workspace once,
 * within a second, and the memory of the processes does not grow.
 */
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { median } from '../bench/kit/figures.ts';
import { workspaceReference } from '../bench/kit/load-requests.ts';
import { processTree, residentMemory } from '../bench/kit/process-tree.ts';
import { withProcessorUse } from '../bench/kit/processor-use.ts';
import { startLoad } from '../bench/kit/start-load.ts';
import { type ServiceProcess, startService } from '../bench/kit/start-service.ts';
import { type LiveEvents, subscribeTo } from '../support/event-stream.ts';
import { createSeenMaker, type SeenChanges } from './seen-changes.ts';
import { openSendingLab, type SendingLab } from './sending-lab.ts';
import { isWhole, ofWhole } from './share.ts';

const rate = 500;
const seconds = ofWhole(300);
const streams = 200;
/** A key has 100 in one process. */
const keys = 4;
/** From the change to its event; milliseconds. */
const seenWithin = 1_000;
/** Median memory of the last fifth of the run beside that of the second fifth. */
const growthMax = 1.2;
/** Between two looks at the memory; milliseconds. */
const lookEvery = 1_000;
/** After the last emit, until the last event; milliseconds. */
const patience = 120_000;

let place: SendingLab;
beforeAll(async () => {
  place = await openSendingLab();
});
afterAll(() => place.lab.end());

const document = `subscription ($workspace: ID!, $after: String) { workspaceMessages(workspace: $workspace, after: $after) {
  cursor changes { messageId state at message { id state } } } }`;

interface Watcher {
  readonly token: string;
  readonly workspace: string;
  events: LiveEvents;
  /** Of the last event. */
  cursor: string;
  readonly seen: SeenChanges;
  readonly repeats: string[];
  /** Errors with which the stream ended, to be resumed. */
  readonly ends: string[];
}

async function makeKeys({ url, operatorToken }: ServiceProcess, platformId: string): Promise<readonly string[]> {
  const ask = async (query: string, variables: object = {}) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = await response.json();
    expect(errors).toBeUndefined();
    return data;
  };
  const made = Array.from({ length: keys }, (_, n) =>
    ask('mutation ($input: ApiKeyCreateInput!) { apiKeyCreate(input: $input) { apiKey { secret } } }', {
      input: { platformId, name: `console ${n}` },
    }),
  );
  return (await Promise.all(made)).map(({ apiKeyCreate }) => apiKeyCreate.apiKey.secret);
}

test(`${streams} streams and ${rate} emits a second for ${seconds} s`, async () => {
  const { lab, postgres, database, sink, apiKey } = place;
  const service = await startService(lab, {
    databaseUrl: database.url,
    relayPort: sink.port,
    roles: 'api,worker',
    env: { PROCESSES: '2' },
  });
  const platforms = await database.pool.query<{ id: string }>('SELECT id FROM platforms');
  const tokens = await makeKeys(service, platforms.rows[0]?.id ?? '');
  const load = await startLoad(lab);
  const where = { url: service.url, apiKey, kind: 'emit' } as const;
  // From the change to its event; milliseconds.
  const waits = createHistogram();
  const createSeen = createSeenMaker();
  const watchers = await Promise.all(
    Array.from({ length: streams }, async (_, n): Promise<Watcher> => {
      const token = tokens[n % keys] ?? '';
      const workspace = `ref:${workspaceReference(n)}`;
      const events = await subscribeTo(service.url, token, document, { workspace });
      const { data } = await events.next();
      expect(data.workspaceMessages.changes).toEqual([]);
      const { cursor } = data.workspaceMessages;
      return { token, workspace, events, cursor, seen: createSeen(), repeats: [], ends: [] };
    }),
  );
  let isClosing = false;
  const follow = async (watcher: Watcher) => {
    const { token, workspace, seen, repeats, ends } = watcher;
    while (!isClosing) {
      const event = await watcher.events.next().catch(() => null);
      if (isClosing) return;
      const page = event?.data?.workspaceMessages;
      if (!page) {
        ends.push(JSON.stringify(event?.errors ?? 'the connection'));
        watcher.events.cut();
        watcher.events = await subscribeTo(service.url, token, document, { workspace, after: watcher.cursor });
        continue;
      }
      watcher.cursor = page.cursor;
      const now = Date.now();
      for (const { messageId, state, at } of page.changes) {
        if (!seen.add(messageId, state)) repeats.push(`${messageId} ${state}`);
        waits.record(Math.max(1, now - Date.parse(at)));
      }
    }
  };
  const counts = async () => {
    const { rows } = await database.pool.query<{ shop: string; n: number }>(
      `SELECT w.reference AS shop, count(*)::int AS n FROM messages m
       JOIN workspaces w ON w.platform_id = m.platform_id AND w.id = m.workspace_id GROUP BY 1`,
    );
    return new Map(rows.map(({ shop, n }) => [`ref:${shop}`, n]));
  };
  const earlier = await counts();
  const following = watchers.map(follow);
  // Code is compiled and statements are planned, also those of streams.
  const { planned: before } = await load.open(where, { rate: rate / 2, seconds: 5 });
  await sink.waitFor(before, patience / 1_000);
  await database.pool.query('ANALYZE');
  // Told and not judged, as elsewhere: a process that began a second ago compiles its code.
  const longestCold = waits.max;
  waits.reset();

  const memory: number[] = [];
  let over = false;
  const watch = async () => {
    for (; !over; await sleep(lookEvery)) memory.push(residentMemory(processTree(service.pid)));
  };
  const watching = watch();
  const { result, note } = await withProcessorUse(
    { service: service.pid, PostgreSQL: postgres.pid, sink: sink.pid, load: load.pid, watchers: process.pid },
    () => load.open(where, { rate, seconds }),
  );
  const { planned, unfinished, p99 } = result;
  over = true;
  await watching;
  // Each message is accepted and delivered.
  const sizes = () => watchers.map(({ seen }) => seen.size);
  const wanted = async () => {
    const now = await counts();
    return watchers.map(({ workspace }) => ((now.get(workspace) ?? 0) - (earlier.get(workspace) ?? 0)) * 2);
  };
  for (const until = Date.now() + patience; Date.now() < until; await sleep(500)) {
    if (`${await wanted()}` === `${sizes()}`) break;
  }
  const expected = await wanted();
  isClosing = true;
  for (const { events } of watchers) events.cut();
  await Promise.all(following);

  const fifth = Math.floor(memory.length / 5);
  const memoryOf = (part: number) => median(memory.slice(part * fifth, (part + 1) * fifth));
  const [early, late] = [memoryOf(1), memoryOf(4)];
  process.stdout.write(
    `${planned} emits, answered within ${Math.round(p99)} ms (p99); ${waits.count} changes shown after ` +
      `${waits.percentile(50)} ms (median), ${waits.percentile(99)} ms (p99), ${waits.max} ms (all), ` +
      `${longestCold} ms in the first seconds of the processes; ` +
      `memory of all processes ${Math.round(early)} MB, then ${Math.round(late)} MB; ` +
      `${watchers.flatMap(({ ends }) => ends).length} streams resumed ${watchers.flatMap(({ ends }) => ends)[0] ?? ''}; ${note}\n`,
  );
  expect(watchers.flatMap(({ repeats }) => repeats)).toEqual([]);
  expect(sizes()).toEqual(expected);
  if (!isWhole) return;
  expect(unfinished).toBe(0);
  expect(watchers.flatMap(({ ends }) => ends)).toEqual([]);
  expect(waits.max).toBeLessThan(seenWithin);
  expect(late / early).toBeLessThan(growthMax);
});
