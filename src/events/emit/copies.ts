/** The addresses to which an emit sends copies of its mail (docs/rules.md#copies). */
import { z } from 'zod';
import type { CopyRole } from '../../../prisma/generated/client.ts';
import type { App } from '../../context.ts';
import { emailAddress } from '../../ground/addresses/email-address.ts';
import type { FieldErrors } from '../../ground/errors/errors.ts';
import { playedAddresses, simulationOf } from './simulator.ts';

/** Addresses of cc and bcc together, at most. */
const copiesMax = 10;
const tooMany = `must have at most ${copiesMax} addresses, together with those of cc`;

/** An address of `cc` or `bcc`. */
export interface EmitCopy {
  readonly role: CopyRole;
  /** Its place in the list. */
  readonly place: number;
  readonly email: string;
  readonly addressHash: Buffer;
}

/** Addresses are counted before one is read. */
export const copyAddresses = z
  .array(z.unknown())
  .max(copiesMax, `must have at most ${copiesMax} addresses`)
  .pipe(z.array(emailAddress))
  .nullish()
  .transform((addresses) => addresses ?? []);

/** Returns the copies that an emit asks for, as far as their lists are without faults. */
export function copiesOf({ secrets }: App, given: Readonly<Record<string, unknown>>): readonly EmitCopy[] {
  return (['cc', 'bcc'] as const).flatMap((role) => {
    if (given[role] == null) return [];
    const { data: addresses = [] } = copyAddresses.safeParse(given[role]);
    return addresses.map((email, place) => ({ role, place, email, addressHash: secrets.addressHash(email) }));
  });
}

interface CopiedEmit {
  readonly copies: readonly EmitCopy[];
  /** Of the recipient; null where it is not known. */
  readonly addressHash: Buffer | null;
}

/** Faults of copies among each other and beside the recipient, under paths such as `cc.0`. */
export function copyFaults({ config }: App, { copies, addressHash }: CopiedEmit): FieldErrors {
  if (copies.length === 0) return {};
  const { simulatorDomain } = config;
  const met = new Map<string, string>();
  if (addressHash !== null) met.set(addressHash.toString('hex'), 'the recipient');
  const faults: Record<string, string[]> = {};
  if (copies.length > copiesMax) faults.bcc = [tooMany];
  for (const { role, place, email, addressHash: hash } of copies) {
    const path = `${role}.${place}`;
    const name = hash.toString('hex');
    const before = met.get(name);
    if (before !== undefined) faults[path] = [`is the address of ${before}`];
    else if (simulationOf(email, simulatorDomain) === undefined) {
      faults[path] = [`is no address that the simulator plays: ${playedAddresses} of ${simulatorDomain}`];
    }
    if (before === undefined) met.set(name, path);
  }
  return faults;
}
