/** A platform with workspaces on both workers of the cluster, and what the service does for their mail. */
import { inject } from 'vitest';
import { claimMessages } from '../../src/messages/claims/claim-messages.ts';
import type { ClaimedMessage } from '../../src/messages/claims/claimed-message.ts';
import type { AttemptTrace, Ending, MessageOutcome } from '../../src/messages/outcomes/message-outcome.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { openWorld, type Tenant, type World } from '../support/open-world.ts';
import { createTestClock } from '../support/test-clock.ts';

export interface Shops {
  readonly world: World;
  readonly tenant: Tenant;
  /** Ids of the workspaces: `shop-n` is the reference of each behind the first. */
  readonly shops: readonly string[];
  sql(text: string, ...values: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** Claims what is due in all of them. */
  claimed(): Promise<readonly ClaimedMessage[]>;
  outcome(message: ClaimedMessage, ending: Ending, more?: Partial<MessageOutcome>): MessageOutcome;
}

/** Enough for both workers to have some. */
const shopCount = 8;

/** `env` configures the process. */
export async function openShops(env: NodeJS.ProcessEnv = {}): Promise<Shops> {
  const world = openWorld(inject('citusUrl'), env, createTestClock(new Date()));
  const tenant = await world.tenant({ domain: 'mail.example', eventType: 'order.shipped' });
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
  return {
    world,
    tenant,
    shops,
    sql: async (text, ...values) => (await world.app.db.pool.query(text, [...values])).rows,
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
