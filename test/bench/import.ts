import { setTimeout as sleep } from 'node:timers/promises';
import { fetch } from 'undici';
import { atLeast, atMost, type Bench } from './kit/bench.ts';
import { median, rounded } from './kit/figures.ts';
import { importLines, makeBareTable } from './kit/import-rows.ts';
import { type BenchPlatform, makePlatform, openPlatform } from './kit/make-platform.ts';
import { type Database, startPostgres } from './kit/postgres.ts';
import { withProcessorUse } from './kit/processor-use.ts';
import { runPairs } from './kit/run-pairs.ts';
import { startLoad } from './kit/start-load.ts';
import { startService } from './kit/start-service.ts';
import { walBytesEach } from './kit/wal-bytes.ts';

const unit = 'contacts a second';
const fullRows = 1_000_000;
const leastRows = 20_000;
/** Emits a second of the neighbour, each alone. */
const neighbourRate = 20;
/** Time for all rows of a file; milliseconds. */
const patience = 1_800_000;
const lookEvery = 50;

export const bench: Bench = {
  name: 'import',
  measures: `Contacts a second from a CSV file of ${fullRows} rows, from its first byte to its last contact; beside COPY of the same rows into a bare table with the same indexes. And p99 of another platform's single emits, ${neighbourRate} a second, beside such an import; beside the same alone. One process takes the file, the emits, and writes.`,
  async run(lab) {
    const postgres = await startPostgres(lab);
    const database = await postgres.database('bench');
    const service = await startService(lab, { databaseUrl: database.url, roles: 'api,worker' });
    const rows = lab.sized(fullRows, leastRows);
    const platform = await openPlatform(service);
    await platform.rest('POST', '/attribute-definitions', { key: 'plan', name: 'Plan', type: 'string' });
    await platform.rest('POST', '/attribute-definitions', { key: 'seats', name: 'Seats', type: 'number' });
    const place = { database, platform, rows };
    const bare = await makeBareTable(database, rows);
    const ours = async () => {
      const workspace = await emptied(place);
      return rows / (await importInto(place, workspace));
    };
    const yardstick = async () => {
      await bare.empty();
      await database.pool.query('CHECKPOINT');
      const began = performance.now();
      await bare.fill();
      return (rows * 1_000) / (performance.now() - began);
    };
    const pairs = await runPairs(lab, unit, ours, yardstick);
    const { result: bytes, note } = await withProcessorUse({ service: service.pid, PostgreSQL: postgres.pid }, () =>
      walBytesEach(database.pool, async () => {
        await ours();
        return rows;
      }),
    );

    const neighbour = await makePlatform(service, database.pool);
    const load = await startLoad(lab);
    const where = { url: service.url, apiKey: neighbour.apiKey, kind: 'emit-one' } as const;
    const emits = async () => {
      const { p99, unfinished } = await load.open(where, { rate: neighbourRate, seconds: lab.settings.seconds });
      if (unfinished > 0) throw new Error(`${unfinished} emits of the neighbour were not answered.`);
      return p99;
    };
    await emits();
    const beside = async () => {
      const workspace = await emptied(place);
      const importing = importInto(place, workspace);
      // Whoever waits for it takes its error.
      importing.catch(() => undefined);
      const p99 = await emits();
      await importing;
      return p99;
    };
    const noticed = await runPairs(lab, 'ms', beside, emits);
    return {
      figures: [
        { name: 'import, neighbour', pairs: noticed, unit: 'ms (p99)', target: atMost(10, 3) },
        { name: 'import', pairs, unit, target: atLeast(0.5, 1) },
      ],
      notes: [
        `Ours: ${note}; ${bytes} bytes of WAL a contact. ${rows} rows.`,
        `A million takes ${rounded(1_000_000 / median(pairs.map((pair) => pair.ours)))} s.`,
      ],
      profiled: { service, run: ours },
    };
  },
};

interface Place {
  readonly database: Database;
  readonly platform: BenchPlatform;
  readonly rows: number;
}

interface Workspace {
  readonly id: string;
  readonly reference: string;
}

let workspaces = 0;

/** Both sides begin with no contacts, in a workspace of their own. */
async function emptied({ database, platform }: Place): Promise<Workspace> {
  await database.pool.query('TRUNCATE contacts CASCADE');
  await database.pool.query('CHECKPOINT');
  workspaces += 1;
  const reference = `import-${workspaces}`;
  const made = (await platform.rest('POST', '/workspaces', { name: 'Import', reference })) as {
    readonly data: { readonly id: string };
  };
  return { id: made.data.id, reference };
}

interface Import {
  readonly data: { readonly id: string; readonly state: string; readonly created: number };
}

/** Resolves to its seconds. */
async function importInto({ platform, rows }: Place, { reference }: Workspace): Promise<number> {
  const path = `/workspaces/ref:${reference}`;
  const began = performance.now();
  const response = await fetch(`${platform.url}/v1${path}/contacts/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${platform.apiKey}`, 'content-type': 'text/csv' },
    body: importLines(rows),
    duplex: 'half',
  });
  if (response.status !== 202) throw new Error(`A file was answered ${response.status}: ${await response.text()}`);
  const { data } = (await response.json()) as Import;
  for (const until = began + patience; performance.now() < until; await sleep(lookEvery)) {
    const { data: found } = (await platform.rest('GET', `${path}/imports/${data.id}`)) as Import;
    if (found.state === 'running') continue;
    if (found.state !== 'finished' || found.created !== rows) throw new Error(`An import ended ${found.state}.`);
    return (performance.now() - began) / 1_000;
  }
  throw new Error('An import did not end.');
}
