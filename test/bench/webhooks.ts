import { setTimeout as sleep } from 'node:timers/promises';
import { ensureWebhookCertificate } from '../../src/local/certificate-authority.ts';
import { startChild } from '../attacks/harness/child.ts';
import { freePort } from '../support/free-port.ts';
import { dueTogether, fillBacklog } from '../webhooks/backlog.ts';
import { atLeast, type Bench } from './kit/bench.ts';
import { openPlatform } from './kit/make-platform.ts';
import { startPostgres } from './kit/postgres.ts';
import type { PosterSettings } from './kit/processes/bare-poster.ts';
import type { ReceiverSettings } from './kit/processes/webhook-receiver.ts';
import { withProcessorUse } from './kit/processor-use.ts';
import { runPairs } from './kit/run-pairs.ts';
import { startService } from './kit/start-service.ts';

const unit = 'webhooks a second';
/**
 * Webhooks of one measurement for each of its seconds, of which the service needs about half. With a quarter of these a
 * measurement took one second, and its beginning and its last commit counted.
 */
const webhooksASecond = 6_000;
/** Attempts that the service runs at one endpoint at once (docs/rules.md#endpoint-shares); the yardstick runs as many. */
const connections = 16;
/** Posts of a measurement are through within this time; milliseconds. */
const patience = 240_000;
/** The first webhook is due so long after the rows are begun: none goes out while rows are still written; milliseconds. */
const dueAfter = 2_000;
const lookEvery = 10;

interface Made {
  readonly data: { readonly id: string };
}

export const bench: Bench = {
  name: 'webhooks',
  measures: `Webhooks a second out of a backlog in PostgreSQL to one fast endpoint over TLS (claimed, built, signed, posted, outcome committed) by one process, from the first to the last; beside a bare undici loop in a process of its own that signs and posts the same bodies over ${connections} kept connections.`,
  async run(lab) {
    const postgres = await startPostgres(lab);
    const database = await postgres.database('bench');
    const certificate = await ensureWebhookCertificate(lab.folder, ['hooks.test']);
    const { certFile, keyFile, caFile } = certificate;
    const receiver = await startChild(import.meta.resolve('./kit/processes/webhook-receiver.ts'), {
      certFile,
      keyFile,
    } satisfies ReceiverSettings);
    lab.atEnd(() => receiver.child.kill());
    const port = Number(receiver.started);
    // Only development posts to this machine.
    const service = await startService(lab, {
      databaseUrl: database.url,
      roles: 'api,worker',
      env: {
        NODE_ENV: 'development',
        TRANSPORT: 'capture',
        INBOX_PORT: String(await freePort()),
        WEBHOOK_DEV_HOSTS: 'hooks.test',
        WEBHOOK_DEV_CA: caFile,
      },
    });
    const { id: platformId, rest } = await openPlatform(service);
    const workspace = (await rest('POST', '/workspaces', { name: 'Shop', reference: 'shop' })) as Made;
    const endpoint = (await rest('POST', '/webhook-endpoints', {
      url: `https://hooks.test:${port}/`,
      types: ['message.delivered'],
    })) as Made;
    const { id: workspaceId } = workspace.data;
    const poster = await startChild(import.meta.resolve('./kit/processes/bare-poster.ts'), {
      port,
      caFile,
      connections,
      workspaceId,
    } satisfies PosterSettings);
    lab.atEnd(() => poster.child.kill());

    const messages = Math.max(200, Math.round(webhooksASecond * lab.settings.seconds));
    const taken = async () => Number(await receiver.child.ask('taken', null, patience));
    const reached = async (count: number) => Number(await receiver.child.ask('reached', count, patience));
    const pending = async () => {
      const { rows } = await database.pool.query<{ any: boolean }>(
        "SELECT EXISTS (SELECT FROM webhooks WHERE platform_id = $1 AND state = 'pending') AS any",
        [platformId],
      );
      return rows[0]?.any ?? false;
    };
    /** Makes a backlog; resolves once the endpoint has taken its first webhook, to how many it has taken, and from when. */
    const begin = async () => {
      const before = await taken();
      const at = new Date(Date.now() + dueAfter + messages / dueTogether);
      const endpointIds = [endpoint.data.id];
      await fillBacklog(database.pool, { platformId, workspaceId, endpointIds, messages, at });
      const came = (await reached(before + 1)) - before;
      return { before, came, started: performance.now() };
    };
    const deliver = async ({ before, came, started }: Awaited<ReturnType<typeof begin>>) => {
      // The database is asked only once all were taken: each look at a backlog costs it as much as fifty webhooks.
      await reached(before + messages);
      while (await pending()) await sleep(lookEvery);
      return (messages - came) / ((performance.now() - started) / 1_000);
    };
    const ours = async () => deliver(await begin());
    const yardstick = async () => Number(await poster.child.ask('post', messages, patience));

    await ours();
    await yardstick();
    const pairs = await runPairs(lab, unit, ours, yardstick);
    const { rows } = await database.pool.query<{ state: string; count: number }>(
      'SELECT state, count(*)::int AS count FROM webhooks WHERE platform_id = $1 GROUP BY state',
      [platformId],
    );
    if (rows.length !== 1 || rows[0]?.state !== 'delivered') {
      throw new Error(`Not every webhook was delivered: ${JSON.stringify(rows)}`);
    }
    const own = { service: service.pid, PostgreSQL: postgres.pid, receiver: receiver.child.pid };
    const begun = await begin();
    const { note } = await withProcessorUse(own, () => deliver(begun));
    const bare = await withProcessorUse({ 'bare loop': poster.child.pid, receiver: receiver.child.pid }, yardstick);
    return {
      figures: [{ name: 'webhooks', pairs, unit, target: atLeast(0.5, 0.7) }],
      notes: [`Ours: ${note}.`, `Yardstick: ${bare.note}.`],
      profiled: { service, run: ours },
    };
  },
};
