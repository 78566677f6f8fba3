/** What a configuration requires (docs/rules.md#configuration). */
import { expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';

const production = {
  NODE_ENV: 'production',
  TRANSPORT: 'smtp',
  SMTP_URL: 'smtp://relay.example:587',
  SPF_VALUE: 'include:relay.example',
  DATABASE_URL: 'postgres://localhost/tidings',
  SECRET_KEY: 'a key of thirty-two characters at least',
  OPERATOR_TOKEN: 'a token of sixteen at least',
};

test.each([
  ['no PUBLIC_URL', {}],
  ['http', { PUBLIC_URL: 'http://tidings.example' }],
  ['http on this machine', { PUBLIC_URL: 'http://127.0.0.1:8080' }],
])('the console in production does not start with %s', (_name, env) => {
  expect(() => readConfig({ ...production, ...env, CONSOLE: 'on' })).toThrow(
    'PUBLIC_URL: must be an https address in production with CONSOLE=on',
  );
  expect(readConfig({ ...production, ...env }).console).toBe(false);
  expect(readConfig({ ...env, CONSOLE: 'on' }).console).toBe(true);
});

test('the console in production starts with an https address', () => {
  expect(readConfig({ ...production, PUBLIC_URL: 'https://tidings.example/', CONSOLE: 'on' }).console).toBe(true);
});
