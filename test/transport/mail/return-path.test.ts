import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/ground/ids.ts';
import { createSecrets } from '../../../src/ground/secrets.ts';
import {
  readMessageHeader,
  readReturnPath,
  signMessageHeader,
  signReturnPath,
} from '../../../src/transport/mail/return-path.ts';

const secrets = createSecrets('a secret key of at least thirty-two characters');
const id = newId(new Date('2026-01-02T03:04:05Z'));

describe('return path', () => {
  it('is read back to the message, whatever a relay does to its letter case', () => {
    const address = signReturnPath(secrets, id, 'example.com');
    expect(address).toMatch(new RegExp(`^b\\+${id}\\.[a-z2-7]{24}@bounces\\.example\\.com$`));
    expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64);
    for (const seen of [address, address.toLowerCase(), address.toUpperCase()]) {
      expect(readReturnPath(secrets, seen)).toBe(id);
    }
  });

  it('is not read when anything in it was changed', () => {
    const address = signReturnPath(secrets, id, 'example.com');
    const [local = ''] = address.split('@');
    const otherId = newId(new Date('2026-01-02T03:04:05Z'));
    const changed = local.endsWith('a') ? `${local.slice(0, -1)}b` : `${local.slice(0, -1)}a`;
    for (const forged of [
      `${changed}@bounces.example.com`,
      address.replace(id, otherId),
      address.replace('b+', ''),
      `${local.slice(0, -1)}@bounces.example.com`,
      `${local}@example.com`,
      `b+${id}.@bounces.example.com`,
      `b+${id}@bounces.example.com`,
      '',
    ]) {
      expect(readReturnPath(secrets, forged)).toBeNull();
    }
  });

  it('is not read by a deployment with another key, nor in place of the header', () => {
    const address = signReturnPath(secrets, id, 'example.com');
    expect(readReturnPath(createSecrets('another secret key of more than 32 characters'), address)).toBeNull();
    expect(readMessageHeader(secrets, address.slice(2, address.indexOf('@')))).toBeNull();
    expect(readMessageHeader(secrets, ` ${signMessageHeader(secrets, id)} `)).toBe(id);
  });
});
