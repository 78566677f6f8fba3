import { suppressAddresses } from '../../src/suppressions/suppress-addresses.ts';
import type { Tenant } from './world.ts';

/** Blocks all mail of the platform to an address, as a hard bounce does. */
export async function suppressEverywhere({ ctx: { app, platformId } }: Tenant, address: string): Promise<void> {
  await app.db.transaction((client) =>
    suppressAddresses(app, client, [
      {
        platformId,
        workspaceId: null,
        address,
        addressHash: app.secrets.addressHash(address),
        reason: 'hard_bounce',
        blocks: 'all',
        at: app.clock.now(),
      },
    ]),
  );
}
