/** A whole service on a cluster of its own, whose workspaces are on both workers, and a backend that emits to all of them. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { openClient } from '../../support/open-client.ts';
import { type Backend, startTestService, type TestService } from '../../support/service.ts';
import type { WebhookSink } from '../../support/webhook-sink.ts';
import { startOwnCluster } from './own-cluster.ts';
import type { Cluster } from './start-cluster.ts';

/** An emit of this test: its key is its recipient. */
interface Asked {
  readonly email: string;
  readonly shop: string;
}

export interface Refused extends Asked {
  readonly status: number;
  readonly retryAfter: string | null;
}

interface Emitting {
  stop(): Promise<readonly Refused[]>;
  readonly sent: () => number;
  /** How long each took, in the order in which they were answered; milliseconds. */
  readonly times: () => readonly number[];
}

export interface BusyService {
  readonly cluster: Cluster;
  readonly tidings: TestService;
  readonly backend: Backend;
  readonly hooks: WebhookSink;
  /** References of its workspaces. */
  readonly shops: readonly string[];
  /** The same, by worker in the order of the cluster; none where the tables are not divided. */
  readonly shopsOf: readonly (readonly string[])[];
  /** Emits that were accepted. */
  readonly accepted: ReadonlySet<string>;
  /** Emits; returns what was refused, null where it was accepted. */
  emit(shop: string, email: string): Promise<Refused | null>;
  /** Emits to each of these workspaces again and again, until it is stopped; returns what was refused meanwhile. */
  keepEmitting(shops: readonly string[], name: string): Emitting;
  sql(text: string, ...values: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** Resolves once each accepted emit has become one mail and one webhook, and no other is there. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

const shopCount = 8;
/** Milliseconds. They end what hangs. */
const patience = { timeout: 120_000, interval: 50 };

/** `isDivided`: whether the tables are divided among the workers as it starts. */
export async function startBusyService(isDivided = true): Promise<BusyService> {
  const cluster = await startOwnCluster(isDivided);
  const tidings = await startTestService({ databaseUrl: cluster.url });
  const backend = await tidings.platform('Acme');
  const hooks = await tidings.webhookSink();
  const shops = Array.from({ length: shopCount }, (_, n) => `shop-${n}`);
  for (const reference of shops) {
    expect(await backend.rest('POST', '/workspaces', { name: reference, reference })).toMatchObject({ status: 201 });
  }
  const endpoint = { url: hooks.url, types: ['message.delivered'] };
  expect(await backend.rest('POST', '/webhook-endpoints', endpoint)).toMatchObject({ status: 201 });
  const sql: BusyService['sql'] = async (text, ...values) => {
    const client = await openClient(cluster.url);
    try {
      return (await client.query(text, [...values])).rows;
    } finally {
      await client.end();
    }
  };
  const places = await sql(
    // No rows where the tables are not divided.
    `SELECT w.reference, n.nodeport AS port FROM workspaces w
       JOIN pg_dist_partition d ON d.logicalrelid = 'messages'::regclass
       JOIN pg_dist_placement l ON l.shardid = get_shard_id_for_distribution_column(d.logicalrelid, w.id)
       JOIN pg_dist_node n USING (groupid) WHERE w.reference = ANY($1) ORDER BY 1`,
    shops,
  );
  const shopsOf = cluster.workers.map(({ port }) =>
    places.filter((place) => place.port === port).map(({ reference }) => String(reference)),
  );
  const accepted = new Set<string>();
  const emit: BusyService['emit'] = async (shop, email) => {
    const { status, headers } = await backend.rest('POST', `/workspaces/ref:${shop}/events`, {
      ...{ type: 'order.shipped', recipient: { email }, idempotency_key: email },
      payload: { order_number: '1001', tracking_url: 'https://example.com/1001' },
    });
    if (status >= 300) return { shop, email, status, retryAfter: headers.get('retry-after') };
    accepted.add(email);
    return null;
  };
  return {
    cluster,
    tidings,
    backend,
    hooks,
    shops,
    shopsOf,
    accepted,
    emit,
    sql,
    keepEmitting(to, name) {
      let on = true;
      const times: number[] = [];
      const refused: Refused[] = [];
      const emitting = Promise.all(
        to.map(async (shop) => {
          for (let n = 0; on; ) {
            // A backend emits again what was refused, with the same key.
            const began = performance.now();
            const refusal = await emit(shop, `${name}-${n}@${shop}.example`);
            times.push(performance.now() - began);
            if (refusal === null) {
              n += 1;
              continue;
            }
            refused.push(refusal);
            // It is told to wait; this one waits a tenth of that.
            await pause(100 * Number(refusal.retryAfter));
          }
        }),
      );
      return {
        sent: () => times.length,
        times: () => times,
        async stop() {
          on = false;
          await emitting;
          return refused;
        },
      };
    },
    async settled() {
      await expect.poll(() => new Set(tidings.mail.mails.flatMap(({ to }) => to)), patience).toEqual(accepted);
      const mails = tidings.mail.mails.flatMap(({ to }) => to);
      expect(mails.length).toBe(accepted.size);
      const told = () => new Set(hooks.taken.map(({ body }) => body.data.message.recipient));
      await expect.poll(told, patience).toEqual(accepted);
      // A webhook may come twice; there is one of each mail.
      expect(new Set(hooks.taken.map(({ body }) => body.id)).size).toBe(accepted.size);
    },
    async stop() {
      await tidings.stop();
      await cluster.stop();
    },
  };
}
