import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { insistOnOwnOptions } from '../../src/local/own-options.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('an option that npm kept for itself is told, and no other', () => {
  const env = { npm_lifecycle_event: 'email:push', npm_config_accept_outdated: 'true', npm_config_cache: '/x' };
  expect(() => insistOnOwnOptions(['fields', 'accept-outdated'], env)).toThrow(
    'npm keeps --accept-outdated for itself. Put -- before it: npm run email:push … -- --accept-outdated',
  );
  expect(() => insistOnOwnOptions(['fields'], env)).not.toThrow();
});

it.each([
  ['email:send', ['a.json', 'order.paid', 'ada@example.com', '--locale', 'de'], '--locale'],
  ['email:texts', ['it', '--open'], '--open'],
  ['email:dev', ['--port', '3001'], '--port'],
])('%s says so instead of running without it', (command, options, named) => {
  const { status, stderr } = spawnSync('npm', ['run', command, ...options], { cwd: root, encoding: 'utf8' });
  expect(stderr).toContain(`npm keeps ${named} for itself.`);
  expect(status).toBe(1);
});
