/** On one's own machine the service is http: its pictures are shown there, and nothing else is (docs/rules.md#address-of-a-picture). */
import { describe, expect, test } from 'vitest';
import { checkBrand } from '../../emails/index.ts';
import { mayBegin, safeLink } from '../../emails/language/links.ts';

const name = `${'0a'.repeat(32)}.png`;
const shown = [`http://127.0.0.1:8080/pictures/${name}`, `http://localhost/pictures/${name}`];
const others = [
  `http://127.0.0.1:8080/${name}`,
  `http://127.0.0.1:8080/pictures/../v1/key`,
  `http://127.0.0.1:8080/pictures/${name}?a=b`,
  `http://127.0.0.1:8080/pictures/${name}/..`,
  `http://127.0.0.1@evil.example/pictures/${name}`,
  `http://127.0.0.1.evil.example/pictures/${name}`,
  `http://shop.example/pictures/${name}`,
  `http://10.0.0.1/pictures/${name}`,
];

describe('the address of an image', () => {
  test.each(shown)('%s is one', (address) => {
    expect([mayBegin(address, true, 'src'), safeLink(address, 'src')]).toEqual([true, address]);
    expect(checkBrand({ name: 'Acme', logo_url: address, dark_logo_url: address }).ok).toBe(true);
  });

  test.each(others)('%s is none', (address) => {
    expect([mayBegin(address, true, 'src'), safeLink(address, 'src')]).toEqual([false, null]);
    expect(checkBrand({ name: 'Acme', logo_url: address })).toMatchObject({
      ok: false,
      errors: { logo_url: ['must be an https URL without a user name'] },
    });
  });
});
