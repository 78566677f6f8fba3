/** A start that cannot be: it says why in words, and leaves nothing running. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, test } from 'vitest';
import { everyWay } from '../support/every-way.ts';

// The bundle that `npm start` runs; loading the sources takes several times as long.
const bundle = fileURLToPath(new URL('../../src/bundle.ts', import.meta.url));
const main = fileURLToPath(new URL('../../node_modules/.cache/tidings/main.mjs', import.meta.url));
const other = createServer();
let taken: number;

beforeAll(async () => {
  execFileSync(process.execPath, [bundle]);
  await once(other.listen(0, '127.0.0.1'), 'listening');
  taken = (other.address() as AddressInfo).port;
});
afterAll(() => void other.close());

test.concurrent.for(everyWay ? ['PORT', 'INBOUND_PORT', 'INBOX_PORT'] : ['PORT'])(
  '%s that is in use',
  async (variable, { expect }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tidings-start-'));
    try {
      const ports = { PORT: '0', INBOUND_PORT: '0', INBOX_PORT: '0', [variable]: String(taken) };
      const { DATABASE_URL: _none, ...env } = process.env;
      const child = spawn(process.execPath, [main], {
        env: { ...env, ...ports, NODE_ENV: 'development', DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let said = '';
      child.stderr.on('data', (part: Buffer) => {
        said += part;
      });
      const [status] = await once(child, 'close');
      expect(status).toBe(1);
      expect(said).toContain(variable);
      expect(said).toContain(String(taken));
      // A database that runs has this file.
      expect((await readdir(dataDir, { recursive: true })).filter((name) => name.endsWith('postmaster.pid'))).toEqual(
        [],
      );
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
