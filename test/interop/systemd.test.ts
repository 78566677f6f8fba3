/** The units of ops/systemd, as systemd reads them in a root that has what they name (docs/deploying.md). */
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from './programs/run.ts';

const units = [...['api', 'worker', 'inbound'].map((role) => `tidings@${role}.service`), 'tidings-migrate.service'];
/** Of systemd's own measure, from 0 to 100: how much of the machine a service could reach. */
const exposureMost = 35;

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tidings-systemd-'));
  await cp('/usr/lib/systemd/system', join(root, 'usr/lib/systemd/system'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  await cp('ops/systemd', join(root, 'etc/systemd/system'), { recursive: true });
  for (const file of ['opt/tidings/main.mjs', 'etc/tidings/tidings.env', 'usr/local/bin/node']) {
    await mkdir(join(root, file, '..'), { recursive: true });
    await writeFile(join(root, file), '');
  }
  await chmod(join(root, 'usr/local/bin/node'), 0o755);
});
afterAll(() => rm(root, { recursive: true, force: true }));

test('systemd finds nothing to complain of in the units and their target', async () => {
  const verify = ['verify', `--root=${root}`, '--man=no'];
  expect(await run('systemd-analyze', [...verify, 'tidings.target', ...units])).toEqual({ code: 0, output: '' });
  await writeFile(
    join(root, 'etc/systemd/system/wrong.service'),
    '[Service]\nExecStart=/usr/local/bin/node\nRestrat=no\n',
  );
  expect((await run('systemd-analyze', [...verify, 'wrong.service'])).output).toContain("'Restrat'");
});

test.each(units)('%s reaches little of the machine', async (unit) => {
  const { code, output } = await run('systemd-analyze', [
    'security',
    '--offline=yes',
    `--root=${root}`,
    `--threshold=${exposureMost}`,
    '--no-pager',
    unit,
  ]);
  expect([code, output.split('\n').findLast((line) => line.includes('exposure'))]).toEqual([0, expect.any(String)]);
});
