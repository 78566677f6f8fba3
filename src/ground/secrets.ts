/**
 * Everything keyed by the deployment's SECRET_KEY: hashes of addresses and bodies, signatures of return paths and
 * links, and encryption at rest (docs/rules.md#secrets-at-rest). Each use has a key of its own, derived by HKDF (RFC
 * 5869).
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type Hmac,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { normaliseAddress } from './equal-addresses.ts';

const ivBytes = 12;
const tagBytes = 16;

export type MacUse =
  | 'return-path'
  | 'leave-address'
  | 'unsubscribe'
  | 'message-header'
  | 'open-pixel'
  | 'idempotency-key'
  | 'console-operator'
  | 'key-check';

export interface Secrets {
  /** HMAC-SHA-256 of the normalised address (docs/rules.md#equal-addresses). */
  addressHash(address: string): Buffer;
  /** HMAC-SHA-256 for a canonical request body. */
  startBodyHash(): Hmac;
  /** HMAC-SHA-256 which proves that this deployment made `text` for `use`. */
  mac(use: MacUse, text: string): Buffer;
  /** AES-256-GCM; the result is iv, ciphertext and tag. */
  seal(plain: string): Buffer;
  /** Throws when `sealed` was not sealed with this key. */
  open(sealed: Uint8Array): string;
}

export function createSecrets(secretKey: string): Secrets {
  // Key objects: a hash with bytes as its key spends four fifths of its time on making the key.
  const derive = (use: string) => createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', `tidings ${use}`, 32)));
  const addressKey = derive('address');
  const bodyKey = derive('body');
  const sealKey = derive('seal');
  const macKeys = new Map<MacUse, KeyObject>();
  const macKey = (use: MacUse) => {
    const known = macKeys.get(use);
    if (known) return known;
    const key = derive(`mac ${use}`);
    macKeys.set(use, key);
    return key;
  };
  return {
    addressHash: (address) => createHmac('sha256', addressKey).update(normaliseAddress(address)).digest(),
    startBodyHash: () => createHmac('sha256', bodyKey),
    mac: (use, text) => createHmac('sha256', macKey(use)).update(text).digest(),
    seal(plain) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv);
      return Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, ivBytes));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8');
    },
  };
}

/** Compares in constant time; buffers of different lengths are different. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
