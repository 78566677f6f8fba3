/** Tables that grow from empty are analysed within seconds, also where no process has the role of a worker. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

const rows = 1_000;
/** Milliseconds; autovacuum would look once a minute at the earliest, and the database of the tests has none. */
const patience = { timeout: 30_000, interval: 100 };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { ROLES: 'api' } });
});
afterAll(() => service.stop());

test('a process that only accepts analyses a table that grew', async () => {
  const { pool } = service.service.app.db;
  const { platformId } = await service.platform('Acme', 'acme.test');
  await pool.query(
    `INSERT INTO suppressions (platform_id, id, email, address_hash, reason, blocks, created_at)
     SELECT $1, 's' || n, n || '@a.test', sha256(n::text::bytea), 'hard_bounce', 'all', now() FROM generate_series(1, $2::int) n`,
    [platformId, rows],
  );
  await vi.waitUntil(async () => {
    const { rows: found } = await pool.query<{ tuples: number }>(
      "SELECT reltuples::int AS tuples FROM pg_class WHERE oid = 'suppressions'::regclass",
    );
    return found[0]?.tuples === rows;
  }, patience);
  expect(service.service.app.config.roles.has('worker')).toBe(false);
});
