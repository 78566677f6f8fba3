/** A platform with workspaces on both workers of the cluster, and what the service does for their mail. */
import { inject } from 'vitest';
import type { App } from '../../src/context.ts';
import { createApp } from '../../src/create-app.ts';
import { claimMessages } from '../../src/messages/claims/claim-messages.ts';
import type { ClaimedMessage } from '../../src/messages/claims/claimed-message.ts';
import type { AttemptTrace, Ending, MessageOutcome } from '../../src/messages/outcomes/message-outcome.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { openWorld, type Tenant, type World } from '../support/open-world.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createWorld } from '../support/world.ts';

export interface Shops {
  readonly world: World;
  readonly tenant: Tenant;
  /** Ids of the workspaces: `shop-n` is the reference of each behind the first. */
  readonly shops: readonly string[];
  sql(text: string, ...values: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** Two of them, on different workers. */
  onBothWorkers(): Promise<readonly [string, string]>;
  /** Claims what is due in all of them. */
  claimed(): Promise<readonly ClaimedMessage[]>;
  outcome(message: ClaimedMessage, ending: Ending, more?: Partial<MessageOutcome>): MessageOutcome;
}

/** Enough for both workers to have some. */
const shopCount = 8;

/** `env` configures the process. `url`: of another cluster than that of all tests. */
export async function openShops(env: NodeJS.ProcessEnv = {}, url = inject('citusUrl')): Promise<Shops> {
  const world = openWorld(url, env, createTestClock(new Date()));
  return shopsOf(world, world.app);
}

/** On one database, which is asked as if it were a cluster's coordinator; all workspaces are on one server. */
export async function openAsCluster(): Promise<Shops> {
  const world = await createWorld();
  const app = createApp({ ...world.app, db: { ...world.app.db, isCluster: () => true } });
  const shops = await shopsOf(world, app);
  const [one = '', other = ''] = shops.shops;
  return { ...shops, onBothWorkers: async () => [one, other] };
}

async function shopsOf(opened: World, app: App): Promise<Shops> {
  const world = { ...opened, app };
  const made = await world.tenant({ domain: 'mail.example', eventType: 'order.shipped' });
  const tenant = { ...made, ctx: { ...made.ctx, app } };
  const shops = [tenant.workspace];
  for (let n = 0; n < shopCount - 1; n += 1)
    shops.push(await createWorkspace(tenant.ctx, { name: `Shop ${n}`, reference: `shop-${n}` }));
  const traceOf = (outcome: AttemptTrace['outcome']): AttemptTrace => ({
    at: world.now(),
    durationMs: 12,
    transport: 'smtp',
    outcome,
    exchanger: 'mx.example.com',
    tlsVersion: 'TLSv1.3',
    category: null,
    replyCode: 250,
    enhancedCode: null,
    reply: 'OK',
  });
  const sql: Shops['sql'] = async (text, ...values) => (await world.app.db.pool.query(text, [...values])).rows;
  return {
    world,
    tenant,
    shops,
    sql,
    async onBothWorkers() {
      const rows = await sql(
        `SELECT DISTINCT ON (l.groupid) w.id FROM unnest($1::text[]) w (id)
         JOIN pg_dist_placement l ON l.shardid = get_shard_id_for_distribution_column('messages', w.id)
         ORDER BY l.groupid, w.id`,
        shops,
      );
      const [one, other] = rows.map(({ id }) => String(id));
      if (one === undefined || other === undefined) throw new Error('All workspaces are on one worker');
      return [one, other];
    },
    async claimed() {
      const room = { rows: 50, past: [] };
      const { platformId } = tenant;
      const each = shops.map((id) => claimMessages(world.app, { platformId, id }, room, { kind: 'open' }));
      return (await Promise.all(each)).flat();
    },
    outcome: (message, ending, more = {}) => ({
      message,
      ending,
      mailboxFault: false,
      at: world.now(),
      trace: traceOf(ending.state === 'queued' ? 'temporary' : ending.state === 'bounced' ? 'bounced' : 'delivered'),
      ...more,
    }),
  };
}
