/**
 * The name of a picture's object in the store (docs/rules.md#picture-store), another one each time that its bytes are
 * written: no removal that the store carries out late takes what was written since.
 */
import { randomBytes } from 'node:crypto';

export function newObjectName(address: Uint8Array): string {
  return `pictures/${Buffer.from(address).toString('hex')}-${randomBytes(8).toString('hex')}`;
}
