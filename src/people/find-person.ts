import { z } from 'zod';
import type { Ctx } from '../context.ts';
import { emailAddress } from '../ground/addresses/email-address.ts';
import { parseInput } from '../ground/input/input.ts';

/** A person of the platform, known by an address. */
export interface AddressHolder {
  /** As sent in the request. */
  readonly email: string;
  readonly addressHash: Uint8Array<ArrayBuffer>;
}

/** Returns the holder of an address, whether or not the platform knows the address. Rejects with `validation_failed`. */
export function findPerson({ app }: Ctx, sought: string): AddressHolder {
  const { email } = parseInput(z.object({ email: emailAddress }), { email: sought });
  return { email, addressHash: Uint8Array.from(app.secrets.addressHash(email)) };
}
