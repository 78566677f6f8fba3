/**
 * Everything keyed by the deployment's SECRET_KEY: hashes of addresses and bodies, signatures of return paths and
 * links, and encryption at rest (docs/rules.md#secrets-at-rest). Each use has a key of its own, derived by HKDF (RFC
 * 5869).
 *
 * While SECRET_KEY changes two keys are alive (docs/rules.md#change-of-the-secret-key). What one of them sealed or signed
 * is taken; new things are made with the one that the database names, which is the key in force. Hashes that rows are
 * found by last: their keys come from the first SECRET_KEY, and are kept in the database, sealed with the key in force.
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
import { normaliseAddress } from './addresses/equal-addresses.ts';

const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
/** What the check value says. The key makes it different for each deployment. */
const checkedText = 'this deployment';

export type MacUse =
  | 'return-path'
  | 'leave-address'
  | 'reply-address'
  | 'unsubscribe'
  | 'message-header'
  | 'open-pixel'
  | 'console-operator'
  | 'key-check';

export type WhichKey = 'current' | 'previous';

/** What the database keeps of the keys. */
export interface KeptKeys {
  /** By the key in force, of nothing. */
  readonly check: Uint8Array;
  /** The keys of hashes that last, sealed; null before the first change of the key, which has made them. */
  readonly lasting: Uint8Array | null;
}

export interface Secrets {
  /** HMAC-SHA-256 of the normalised address (docs/rules.md#equal-addresses). */
  addressHash(address: string): Buffer;
  /** HMAC-SHA-256 for a canonical request body. */
  startBodyHash(): Hmac;
  /** HMAC-SHA-256 in the place of an idempotency key that named an erased person. */
  erasedKeyMac(key: string): Buffer;
  /** HMAC-SHA-256 by the key in force, which proves that this deployment made `text` for `use`. */
  mac(use: MacUse, text: string): Buffer;
  /** The same by each key that is alive, that of the key in force first: for what was made before. */
  macs(use: MacUse, text: string): readonly Buffer[];
  /** AES-256-GCM by the key in force; the result is iv, ciphertext and tag. */
  seal(plain: string): Buffer;
  /** Throws when `sealed` was sealed with no key that is alive. */
  open(sealed: Uint8Array): string;
  /** The key that `sealed` was sealed with; null for none of them. */
  sealerOf(sealed: Uint8Array): WhichKey | null;
  /** Seals with SECRET_KEY, whichever is in force. */
  sealWithCurrent(plain: string): Buffer;
  /** The keys of hashes that last, to be sealed and kept. */
  lastingKeys(): string;
  /** The check value of a key; null where there is no such key. */
  checkOf(key: WhichKey): Buffer | null;
  inForce(): WhichKey;
  /** Puts the key in force that the database names. False where it is none of the keys: nothing is changed then. */
  adopt(kept: KeptKeys): boolean;
}

/** The keys of hashes by which rows are found. */
interface Lasting {
  readonly address: KeyObject;
  readonly body: KeyObject;
  readonly erasedKey: KeyObject;
}

interface Root {
  readonly which: WhichKey;
  readonly sealKey: KeyObject;
  mac(use: MacUse, text: string): Buffer;
  lasting(): Lasting;
}

/** `previous`: the key before `secretKey`, while a change of it goes on. */
export function createSecrets(secretKey: string, previous: string | null = null): Secrets {
  const current = rootOf('current', secretKey);
  const before = previous === null ? null : rootOf('previous', previous);
  const roots = before ? [current, before] : [current];
  let force = current;
  let lasting = current.lasting();

  const opened = (text: Uint8Array) => {
    for (const root of roots) {
      const plain = unsealed(root.sealKey, text);
      if (plain !== null) return { root, plain };
    }
    return null;
  };
  return {
    addressHash: (address) => createHmac('sha256', lasting.address).update(normaliseAddress(address)).digest(),
    startBodyHash: () => createHmac('sha256', lasting.body),
    erasedKeyMac: (key) => createHmac('sha256', lasting.erasedKey).update(key).digest(),
    mac: (use, text) => force.mac(use, text),
    macs: (use, text) => [force, ...roots.filter((root) => root !== force)].map((root) => root.mac(use, text)),
    seal: (plain) => sealed(force.sealKey, plain),
    open(text) {
      const found = opened(text);
      if (found === null) throw new Error('No key that is alive has sealed this');
      return found.plain;
    },
    sealerOf: (text) => opened(text)?.root.which ?? null,
    sealWithCurrent: (plain) => sealed(current.sealKey, plain),
    lastingKeys: () =>
      Buffer.concat([lasting.address, lasting.body, lasting.erasedKey].map((key) => key.export())).toString('base64'),
    checkOf: (which) => (which === 'current' ? current : before)?.mac('key-check', checkedText) ?? null,
    inForce: () => force.which,
    adopt(kept) {
      const named = roots.find((root) => sameBytes(root.mac('key-check', checkedText), kept.check));
      if (!named) return false;
      if (kept.lasting === null) lasting = named.lasting();
      else {
        const found = opened(kept.lasting);
        if (found === null) return false;
        lasting = readLasting(Buffer.from(found.plain, 'base64'));
      }
      force = named;
      return true;
    },
  };
}

function rootOf(which: WhichKey, secretKey: string): Root {
  // Key objects: a hash with bytes as its key spends four fifths of its time on making the key.
  const derive = (use: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', `tidings ${use}`, keyBytes)));
  const macKeys = new Map<MacUse, KeyObject>();
  const macKey = (use: MacUse) => {
    const known = macKeys.get(use);
    if (known) return known;
    const key = derive(`mac ${use}`);
    macKeys.set(use, key);
    return key;
  };
  return {
    which,
    sealKey: derive('seal'),
    mac: (use, text) => createHmac('sha256', macKey(use)).update(text).digest(),
    lasting: () => ({ address: derive('address'), body: derive('body'), erasedKey: derive('mac idempotency-key') }),
  };
}

function readLasting(bytes: Buffer): Lasting {
  const keyAt = (place: number) => createSecretKey(bytes.subarray(place * keyBytes, (place + 1) * keyBytes));
  return { address: keyAt(0), body: keyAt(1), erasedKey: keyAt(2) };
}

function sealed(key: KeyObject, plain: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  return Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Null for what another key has sealed. */
function unsealed(key: KeyObject, text: Uint8Array): string | null {
  const bytes = Buffer.from(text);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** Compares in constant time; buffers of different lengths are different. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
