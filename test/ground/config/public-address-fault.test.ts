import { expect, it } from 'vitest';
import { readConfig } from '../../../src/ground/config/config.ts';
import { publicAddressFault } from '../../../src/ground/config/public-address-fault.ts';

const faultOf = (variables: NodeJS.ProcessEnv) => publicAddressFault(readConfig(variables));

it('an address for all without a public one is warned of', () => {
  expect(faultOf({ HOST: '0.0.0.0' })).toMatch(/^PUBLIC_URL: is not set, so links of mails lead to 0\.0\.0\.0;/);
  expect(faultOf({ HOST: '::' })).toMatch(/^PUBLIC_URL/);
});

it('nothing is warned of on this machine alone, or with a public address', () => {
  expect([faultOf({}), faultOf({ HOST: '127.0.0.1' })]).toEqual([null, null]);
  expect(faultOf({ HOST: '0.0.0.0', PUBLIC_URL: 'https://mail.example' })).toBeNull();
});

it('production refuses it', () => {
  const production = { NODE_ENV: 'production', HOST: '0.0.0.0', TRANSPORT: 'mx', SPF_VALUE: 'include:x.test' };
  expect(() => readConfig(production)).toThrow('PUBLIC_URL: must be an https address in production');
});
