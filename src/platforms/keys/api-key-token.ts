/**
 * The text of an API key: `td_` and 40 base62 characters, of which the last six are a checksum
 * (docs/rules.md#api-keys).
 */
import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefix = 'td_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Characters; 34 of base62 are 202 random bits. */
const randomLength = 34;
/** Characters; six of base62 hold the 32 bits of the checksum. */
const checksumLength = 6;
const shape = /^td_[0-9A-Za-z]{40}$/;

/** Makes a new key. */
export function newApiKeyToken(): string {
  const body = prefix + Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return body + checksum(body);
}

/** Whether `token` has the form and the checksum of a key. */
export function isApiKeyToken(token: string): boolean {
  return shape.test(token) && checksum(token.slice(0, -checksumLength)) === token.slice(-checksumLength);
}

/** Returns the stored hash of a key: SHA-256. The key is random, so it needs no slow hash. */
export function apiKeyHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < checksumLength; place += 1) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
