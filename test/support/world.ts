/**
 * A process on a database of its own. Other worlds add to this one: pages (pages-world.ts), GraphQL over HTTP
 * (graphql-world.ts), sending (sending-world.ts). The whole service, with its workers, is in service.ts.
 */
import { openWorld, type World } from './open-world.ts';
import type { TestClock } from './test-clock.ts';
import { createTestDatabase } from './test-database.ts';

export type { Answer, Tenant, World } from './open-world.ts';

/** `env` configures the process; name servers in it are asked for real. */
export async function createWorld(env: NodeJS.ProcessEnv = {}, clock?: TestClock): Promise<World> {
  const database = await createTestDatabase();
  const world = openWorld(database.url, env, clock);
  return {
    ...world,
    async close() {
      await world.close();
      await database.drop();
    },
  };
}
