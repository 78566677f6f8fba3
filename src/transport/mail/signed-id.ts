/**
 * Ids with a MAC in return paths and headers: `<message id>.<mac>` (docs/rules.md#return-path). The MAC is base32,
 * since mail systems may change letter case.
 */
import { nobody } from '../../ground/ids.ts';
import { type MacUse, type Secrets, sameBytes } from '../../ground/secrets.ts';

/** Bytes of the MAC: 120 bits, 24 characters, so that a return path stays within 64 characters. */
const macBytes = 15;

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const signedId = /^([0-9a-z]{26})\.([a-z2-7]{24})$/i;

/** `id` is a ULID. */
export function signId(secrets: Secrets, use: MacUse, id: string): string {
  return `${id}.${base32(secrets.mac(use, id.toUpperCase()).subarray(0, macBytes))}`;
}

/**
 * Returns the id that was signed for `use`, in upper case; null for a forgery, after the same time whatever its fault.
 */
export function readSignedId(secrets: Secrets, use: MacUse, text: string): string | null {
  const [, id = nobody, mac = ''] = signedId.exec(text) ?? [];
  const given = Buffer.from(mac.toLowerCase());
  const genuine = secrets
    .macs(use, id.toUpperCase())
    .filter((expected) => sameBytes(Buffer.from(base32(expected.subarray(0, macBytes))), given));
  return genuine.length > 0 ? id.toUpperCase() : null;
}

/** The text with each signed id as `<id>.…`: whoever has its MAC can complain, or leave, for the recipient. */
export function hideMacs(text: string): string {
  return text.replace(/\b([0-9a-z]{26})\.[a-z2-7]{24}\b/gi, '$1.…');
}

/** RFC 4648, section 6, in lower case. The length is a multiple of five bytes, so there is no padding. */
function base32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet.charAt((value >>> bits) & 31);
    }
  }
  return text;
}
