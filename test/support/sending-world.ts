/** A world that sends for real, over SMTP to a sink, turn by turn, in a time that tests move. */

import type { App, Ctx } from '../../src/context.ts';
import { createApp } from '../../src/create-app.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { releaseMessages } from '../../src/events/scheduled/release-messages.ts';
import { sweepMessages } from '../../src/messages/outcomes/sweep-messages.ts';
import { sendTurn } from '../../src/messages/sending/send-turn.ts';
import { createCaptureTransport } from '../../src/transport/capture.ts';
import type { Transport } from '../../src/transport/transport.ts';
import { createEndpoint } from '../../src/webhooks/endpoints/create-endpoint.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { sweepHealth } from '../../src/workspaces/health/sweep-health.ts';
import { type SmtpSink, startSmtpSink } from './smtp-sink.ts';
import { createWorld, type World } from './world.ts';

/** How long a turn may go on; milliseconds. */
const turnTime = 2_000;

export interface SendingWorkspace {
  readonly ctx: Ctx;
  readonly id: string;
  /** Emits one event for each address; with `sendAt` its mail leaves then. */
  emit(addresses: readonly string[], sendAt?: Date): Promise<void>;
  /** One turn, and all that it set going. */
  send(app?: App): Promise<void>;
  /** How many messages are in each state. */
  states(): Promise<Readonly<Record<string, number>>>;
  health(): Promise<{ readonly state: string; readonly reason: string | null; readonly since: Date }>;
  /** Webhooks of a type so far, oldest first. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the type of the webhook promises.
  webhooks(type: string): Promise<readonly any[]>;
}

/** Types that the platform's endpoint subscribes to. */
const told = [
  'workspace.health_changed',
  'contact.suppressed',
  'message.delivered',
  'message.bounced',
  'message.complained',
  'message.suppressed',
  'message.failed',
  'message.expired',
];

export interface SendingWorld extends World {
  readonly sink: SmtpSink;
  /** Another process on the same database; it sends to the sink, or as it is told. */
  otherApp(transport?: Transport): App;
  /** Another workspace of the one platform. */
  workspace(timezone?: string): Promise<SendingWorkspace>;
  /** What the workers do once a second. */
  sweep(): Promise<void>;
  set(at: string): void;
}

/** `env` configures the process. */
export async function createSendingWorld(env: NodeJS.ProcessEnv = {}): Promise<SendingWorld> {
  const world = await createWorld(env);
  const sink = await startSmtpSink();
  const { host, port } = sink;
  const transports: Transport[] = [createCaptureTransport({ host, port, clientName: 'bounces.localhost' })];
  const appOver = (transport: App['transport']): App =>
    createApp({
      ...world.app,
      transport,
      // Registering an endpoint looks its host up.
      resolver: { resolve: async () => ['93.184.215.14'] },
    });
  const [first] = transports;
  if (!first) throw new Error('There is a transport');
  const app = appOver(first);
  let workspaces = 0;
  // One platform for all: a DKIM key takes its time.
  const { platformId, apiKeyId } = await world.tenant({ domain: 'shop.test', eventType: 'order.shipped' });
  const ctx: Ctx = { app, platformId, apiKeyId, workspaceId: null };
  await createEndpoint(ctx, { url: 'https://hooks.example.com/', types: [...told] });

  async function workspace(timezone = 'UTC'): Promise<SendingWorkspace> {
    workspaces += 1;
    const id = await createWorkspace(ctx, { name: 'Here', reference: `here-${workspaces}`, timezone });
    const turn = { platformId: ctx.platformId, id };
    let keys = 0;
    const one = async <Row>(text: string): Promise<readonly Row[]> =>
      (await app.db.pool.query(text, [id])).rows as Row[];
    return {
      ctx,
      id,
      async emit(addresses, sendAt) {
        await Promise.all(
          addresses.map((email) => {
            keys += 1;
            return emitEvent(ctx, id, {
              type: 'order.shipped',
              idempotencyKey: `key-${keys}`,
              recipient: { email },
              payload: { order_number: '1', tracking_url: 'https://example.com/1' },
              ...(sendAt === undefined ? {} : { sendAt: sendAt.toISOString() }),
            });
          }),
        );
      },
      async send(by = app) {
        let started: number;
        do {
          started = performance.now();
          await sendTurn(by, turn);
          // A turn whose time ran out left something for the next.
        } while (performance.now() - started >= turnTime);
        await by.parts.inFlight.settled();
      },
      async states() {
        const rows = await one<{ state: string; n: number }>(
          'SELECT state, count(*)::int AS n FROM messages WHERE workspace_id = $1 GROUP BY 1 ORDER BY 1',
        );
        return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
      },
      async health() {
        const [row] = await one<{ state: string; reason: string | null; since: Date }>(
          'SELECT state, reason, since FROM workspace_health WHERE workspace_id = $1',
        );
        if (!row) throw new Error('A workspace has health');
        return row;
      },
      webhooks: (type) =>
        one(`SELECT * FROM webhooks WHERE workspace_id = $1 AND type = '${type}' ORDER BY created_at, id`),
    };
  }

  return {
    ...world,
    sink,
    app,
    workspace,
    otherApp(transport = createCaptureTransport({ host, port, clientName: 'bounces.localhost' })) {
      transports.push(transport);
      return appOver(transport);
    },
    async sweep() {
      await sweepMessages(app);
      await releaseMessages(app);
      await sweepHealth(app);
    },
    set: (at) => world.advance(new Date(at).getTime() - world.now().getTime()),
    async close() {
      await Promise.all(transports.map((transport) => transport.close()));
      await sink.stop();
      await world.close();
    },
  };
}

/** `n` addresses that no other call gives. */
export function people(n: number, at = 'example.com'): readonly string[] {
  return Array.from({ length: n }, () => {
    peopleSoFar += 1;
    return `person-${peopleSoFar}@${at}`;
  });
}
let peopleSoFar = 0;
