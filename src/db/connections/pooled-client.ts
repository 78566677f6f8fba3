/**
 * A connection behind a pooler of transactions.
 *
 * A named statement belongs to the connection of the server on which it was prepared. Such a pooler gives each
 * transaction another one, where the name is unknown (26000) or taken (42P05). Some poolers prepare names again, at a
 * setting that no client can read, so names are left away behind all of them: PostgreSQL then plans each execution.
 */
import { CountingClient } from '../../ground/lists/read-budget.ts';

export class PooledClient extends CountingClient {
  override query(config: unknown, values?: unknown, callback?: unknown): never {
    return super.query(withoutName(config), values, callback);
  }
}

function withoutName(config: unknown): unknown {
  const isNamed = typeof config === 'object' && config !== null && 'name' in config && !('submit' in config);
  return isNamed ? { ...config, name: undefined } : config;
}
