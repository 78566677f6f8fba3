/** What a configuration requires (docs/rules.md#configuration). */
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/ground/config/config.ts';

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
])('production does not start with %s, whatever the console', (_name, env) => {
  for (const console of ['on', 'off']) {
    expect(() => readConfig({ ...production, ...env, CONSOLE: console })).toThrow(
      'PUBLIC_URL: must be an https address in production',
    );
  }
  expect(readConfig({ ...env, CONSOLE: 'on' }).console).toBe(true);
});

test('production starts with an https address', () => {
  expect(readConfig({ ...production, PUBLIC_URL: 'https://tidings.example/', CONSOLE: 'on' }).console).toBe(true);
});

test('a process has a name and addresses of its own for mail', () => {
  expect(readConfig({ BOUNCE_HOST: 'Bounces.example.com' })).toMatchObject({
    ehloName: 'bounces.example.com',
    sourceAddresses: [],
  });
  expect(readConfig({ EHLO_NAME: 'Out1.example.com', SOURCE_ADDRESS: '192.0.2.1, 2001:db8::1' })).toMatchObject({
    ehloName: 'out1.example.com',
    sourceAddresses: ['192.0.2.1', '2001:db8::1'],
  });
});

test.each([
  ['127.0.0.1:7830', { host: '127.0.0.1', port: 7830 }],
  ['filter.example', { host: 'filter.example', port: 783 }],
  ['[2001:db8::1]:783', { host: '2001:db8::1', port: 783 }],
  ['[::1]', { host: '::1', port: 783 }],
  ['', null],
])('the filter of answers is at %j', (SPAMASSASSIN, spamFilter) => {
  expect(readConfig({ SPAMASSASSIN }).spamFilter).toEqual(spamFilter);
});

test.each([
  ['EHLO_NAME', 'two words'],
  ['SOURCE_ADDRESS', 'out1.example.com'],
  ['SOURCE_ADDRESS', '192.0.2.1,192.0.2.2'],
  ['SPAMASSASSIN', 'spamd://filter.example'],
  ['SPAMASSASSIN', 'filter.example:0'],
  ['SPAMASSASSIN', 'filter.example:99999'],
])('%s=%s is no setting', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name);
});

test('a store of pictures is an address with its key, and a region', () => {
  const store = { PICTURE_STORE_URL: 'https://s3.example.com/shelf/', PICTURE_STORE_KEY_ID: 'id' };
  expect(readConfig({ ...store, PICTURE_STORE_SECRET_KEY: 'secret' }).pictureStore).toEqual({
    url: 'https://s3.example.com/shelf',
    region: 'us-east-1',
    keyId: 'id',
    secretKey: 'secret',
  });
  expect(readConfig({}).pictureStore).toBeNull();
  expect(() => readConfig(store)).toThrow('PICTURE_STORE_SECRET_KEY: is required with PICTURE_STORE_URL');
  expect(() => readConfig({ PICTURE_STORE_SECRET_KEY: 'secret' })).toThrow('only with PICTURE_STORE_URL');
  for (const url of [
    'https://id:word@s3.example.com/shelf',
    'https://@s3.example.com/shelf',
    'https://s3.example.com/shelf?x=1',
    // What is added to these is no part of the path: each picture would replace the one before.
    'https://s3.example.com/shelf?',
    'https://s3.example.com/shelf#',
  ]) {
    expect(() => readConfig({ ...store, PICTURE_STORE_SECRET_KEY: 'secret', PICTURE_STORE_URL: url })).toThrow(
      'PICTURE_STORE_URL: must be an address alone',
    );
  }
  const whole = { ...store, PICTURE_STORE_SECRET_KEY: 'secret' };
  // Both stand in a header of each request.
  for (const id of ['a key', 'key\n', 'schlüssel', '日本']) {
    expect(() => readConfig({ ...whole, PICTURE_STORE_KEY_ID: id })).toThrow(
      'PICTURE_STORE_KEY_ID: must be visible ASCII characters without a blank',
    );
  }
  for (const region of ['eu central', 'eu-central-1/s3', 'región']) {
    expect(() => readConfig({ ...whole, PICTURE_STORE_REGION: region })).toThrow(
      'PICTURE_STORE_REGION: must be letters, digits and hyphens, such as eu-central-1',
    );
  }
});
