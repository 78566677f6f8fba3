/** A database whose disk is full: a small file system of memory that root may mount. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrate } from '../../prisma/migrate.ts';
import { type Cluster, startCluster } from '../../src/local/postgres-cluster.ts';
import { type Backend, startTestService, type TestService } from '../support/service.ts';

/** Room for a fresh cluster with its journal, and little more. */
const diskSize = '260m';
const patience = { timeout: 60_000, interval: 200 };

const mayMount = process.getuid?.() === 0;

let disk: string;
let cluster: Cluster;
let tidings: TestService;
let acme: Backend;

beforeAll(async () => {
  if (!mayMount) return;
  disk = await mkdtemp(join(tmpdir(), 'tidings-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize},mode=755`, 'tmpfs', disk]);
  cluster = await startCluster({ folder: join(disk, 'database'), durable: false });
  await migrate(cluster.url('postgres'));
  tidings = await startTestService({
    databaseUrl: cluster.url('postgres'),
    env: { RATE_LIMIT_PER_MINUTE: '6000000' },
  });
  acme = await tidings.platform('Acme');
}, 180_000);

afterAll(async () => {
  await tidings?.stop();
  await cluster?.stop();
  if (disk === undefined) return;
  execFileSync('umount', ['-l', disk]);
  await rm(disk, { recursive: true, force: true });
});

test.skipIf(!mayMount)('writes are 503 until there is room again, and none is 500', { timeout: 180_000 }, async () => {
  const statuses = new Map<string, number>();
  let count = 0;
  const batch = async () => {
    count += 1;
    const contacts = Array.from({ length: 500 }, (_, item) => ({
      reference: `c-${count}-${item}`,
      email: `c-${count}-${item}@example.com`,
    }));
    const answers = await Promise.all([
      acme.rest('POST', '/workspaces/ref:shop/events', {
        type: 'order.shipped',
        idempotency_key: `key-${count}`,
        recipient: { email: `ada-${count}@example.com` },
        payload: { customer_name: 'Ada', order_number: '1', tracking_url: 'https://example.com/1' },
      }),
      acme.rest('POST', '/workspaces/ref:shop/contacts/batch', { contacts }),
      acme.rest('GET', '/workspaces/ref:shop/contacts'),
    ]);
    for (const [position, { status, body, headers }] of answers.entries()) {
      const seen = `${position} ${status} ${body?.code ?? ''}`;
      statuses.set(seen, (statuses.get(seen) ?? 0) + 1);
      if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    return answers;
  };
  await batch();
  const { bavail, bsize } = await statfs(disk);
  const ballast = join(disk, 'ballast');
  await writeFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 3_000_000)));
  await vi.waitUntil(async () => (await batch()).some(({ status }) => status === 503), patience);
  for (let round = 0; round < 20; round++) await batch();
  expect([...statuses.keys()].filter((seen) => / 500 /.test(seen))).toEqual([]);
  expect([...statuses.keys()]).toContain('1 503 unavailable');
  await rm(ballast);
  await vi.waitUntil(async () => (await batch()).every(({ status }) => status < 300), patience);
});
