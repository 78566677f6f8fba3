/** A million contacts in one response: how long it takes, what it holds in memory, and that others find connections. */
import { readFile } from 'node:fs/promises';
import { fetch } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../bench/kit/lab.ts';
import { workspaceReference } from '../bench/kit/load-requests.ts';
import { type BenchPlatform, makePlatform } from '../bench/kit/make-platform.ts';
import { startPostgres } from '../bench/kit/postgres.ts';
import { fullRun } from '../bench/kit/settings.ts';
import { type ServiceProcess, startService } from '../bench/kit/start-service.ts';
import { isWhole, ofWhole } from './share.ts';

const rows = Math.max(20_000, ofWhole(1_000_000));
/** Time for a million rows on two cores; milliseconds. */
const wholeTime = 60_000;
/** Growth of the process's memory from the first half of the rows to the second; bytes. */
const growthMax = 64 * 1_048_576;

let lab: Lab;
let service: ServiceProcess;
let platform: BenchPlatform;
beforeAll(async () => {
  lab = await openLab(fullRun);
  const database = await (await startPostgres(lab)).database('exports');
  // As `npm start` runs it: what this process makes of the answers is not its memory.
  service = await startService(lab, { databaseUrl: database.url, roles: 'api', env: { PROCESSES: '1' } });
  platform = await makePlatform(service, database.pool);
  for (const [key, type] of [
    ['plan', 'string'],
    ['seats', 'number'],
  ]) {
    await platform.rest('POST', '/attribute-definitions', { key, name: key, type });
  }
  const { rows: workspaces } = await database.pool.query(
    'SELECT id FROM workspaces WHERE platform_id = $1 AND reference = $2',
    [platform.id, workspaceReference(0)],
  );
  const workspace = workspaces[0].id;
  const client = await database.pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await client.query(
      `INSERT INTO contacts (platform_id, workspace_id, id, reference, email, address_hash, status, marketing_at,
                             attributes, created_at, updated_at)
       SELECT $1, $2, lpad(n::text, 26, '0'), 'person-' || n, 'person-' || n || '@example.com',
              sha256(convert_to('person-' || n, 'UTF8')), 'subscribed', now(),
              jsonb_build_object('plan', 'gold', 'seats', n % 50), now(), now()
       FROM generate_series(1, $3::int) n`,
      [platform.id, workspace, rows],
    );
    await client.query(
      `INSERT INTO tags (platform_id, workspace_id, id, key, name) VALUES ($1, $2, lpad('1', 26, '0'), 'vip', 'VIP')`,
      [platform.id, workspace],
    );
    await client.query(
      `INSERT INTO contact_tags (workspace_id, contact_id, tag_id)
       SELECT $1, id, lpad('1', 26, '0') FROM contacts WHERE workspace_id = $1 AND right(id, 1) = '7'`,
      [workspace],
    );
    await client.query('ANALYZE contacts; ANALYZE contact_tags');
  } finally {
    client.release(true);
  }
}, 600_000);
afterAll(() => lab.end());

async function resident(): Promise<number> {
  const [, pages = '0'] = (await readFile(`/proc/${service.pid}/statm`, 'utf8')).split(' ');
  return Number(pages) * 4_096;
}

const mib = (bytes: number) => Math.round(bytes / 1_048_576);

test.each(['csv', 'ndjson'])(
  `${rows} contacts as %s come within a minute for a million, in flat memory`,
  async (format) => {
    const url = `${platform.url}/v1/workspaces/ref:${workspaceReference(0)}/contacts/exports?format=${format}`;
    const most = [0, 0];
    let lines = 0;
    let bytes = 0;
    let slowest = 0;
    const began = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${platform.apiKey}` } });
    expect(response.status).toBe(200);
    let looked = 0;
    for await (const part of response.body ?? []) {
      bytes += part.length;
      for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines += 1;
      if (bytes - looked < 8 * 1_048_576) continue;
      looked = bytes;
      const half = lines < rows / 2 ? 0 : 1;
      most[half] = Math.max(most[half] ?? 0, await resident());
      // The platform goes on meanwhile.
      const from = performance.now();
      await platform.rest('GET', '/workspaces');
      slowest = Math.max(slowest, performance.now() - from);
    }
    const took = performance.now() - began;
    process.stdout.write(
      `${rows} contacts, ${mib(bytes)} MiB of ${format} in ${Math.round(took)} ms: ${Math.round((rows / took) * 1_000)} a second; ` +
        `in its halves the process had ${most.map(mib).join(' and ')} MiB; another request took ${Math.round(slowest)} ms at most\n`,
    );
    expect(lines).toBe(format === 'csv' ? rows + 1 : rows);
    if (isWhole) {
      const [first = 0, second = 0] = most;
      expect(second - first).toBeLessThan(growthMax);
      expect(took).toBeLessThan(wholeTime);
    }
  },
  300_000,
);
