/**
 * A process that works through a day in the time that its parent names: accepts, sends, takes reports and opens, sends
 * again, cancels, erases, sweeps and adds up figures. Its parent ends it at random (figures-day.test.ts).
 */

import { upsertContact } from '../../src/contacts/upsert-contact.ts';
import type { App, Ctx } from '../../src/context.ts';
import { createApp } from '../../src/create-app.ts';
import { openDb } from '../../src/db/connections/pool.ts';
import { saveEventType } from '../../src/event-types/save-event-type.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { resendMessage } from '../../src/events/resend/resend-message.ts';
import { foldFigures } from '../../src/figures/fold-figures.ts';
import { readConfig } from '../../src/ground/config/config.ts';
import { DomainError } from '../../src/ground/errors/errors.ts';
import { createLog } from '../../src/ground/log/log.ts';
import { createSecrets } from '../../src/ground/secrets.ts';
import { demoFields, demoTemplate } from '../../src/local/demo-template.ts';
import { cancelMessage } from '../../src/messages/cancel-message.ts';
import { sweepMessages } from '../../src/messages/outcomes/sweep-messages.ts';
import { recordReport } from '../../src/messages/reports/record-report.ts';
import { openPixelUrl } from '../../src/messages/sending/open-pixel-url.ts';
import { sendTurn } from '../../src/messages/sending/send-turn.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { eraseTurn } from '../../src/people/erase-turn.ts';
import { recordOpen } from '../../src/people/record-open.ts';
import { createPlatform } from '../../src/platforms/create-platform.ts';
import { saveSendingDomain } from '../../src/sending-domain/save-sending-domain.ts';
import { saveTemplate } from '../../src/templates/save-template.ts';
import { createCaptureTransport } from '../../src/transport/capture.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { sweepHealth } from '../../src/workspaces/health/sweep-health.ts';
import { answerQuestions, settingsOf } from '../attacks/harness/child.ts';

export interface DaySettings {
  readonly databaseUrl: string;
  readonly smtpPort: number;
}

/** A platform and its workspaces, in different time zones; persons are erased in the last one alone. */
export interface DayPlace {
  readonly platformId: string;
  readonly workspaces: readonly string[];
}

export interface DayStep extends DayPlace {
  /** ISO. */
  readonly at: string;
  /** Numbers of the emits; the workspace of each follows from it. */
  readonly emits: readonly number[];
  /** False: nothing new is done, what is under way goes on. */
  readonly acts: boolean;
}

const zones = ['UTC', 'Asia/Kathmandu', 'America/New_York', 'Pacific/Auckland'];
const providers = ['gmail.com', 'hotmail.co.uk', 'yahoo.fr', 'company.example'];
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
/** Each fifth address is a contact's that agreed to open tracking. */
const isContact = (n: number) => n % 5 === 0;
const isSimulated = (n: number) => n % 17 === 0;

/** The sink answers by the local part. */
const addressOf = (n: number) =>
  isSimulated(n) ? 'delivered@simulator.test' : `reader-${n}@${providers[Math.floor(n / 4) % providers.length]}`;

const { databaseUrl, smtpPort } = settingsOf<DaySettings>();
let time = new Date();
const outside = new Proxy({} as never, {
  get: (_target, name) => {
    throw new Error(`The day reached outside: ${String(name)}`);
  },
});
const app: App = createApp({
  // The health of the workspaces stays, whatever bounces.
  config: readConfig({ HEALTH_MIN_ENDED: '1000000000' }),
  publicUrl: 'http://tidings.test',
  db: openDb({ url: databaseUrl, connections: 12, onError: () => undefined }),
  clock: { now: () => time, monotonic: () => performance.now() },
  log: createLog('silent'),
  secrets: createSecrets('a key of thirty-two characters at least'),
  wake: { ask: async () => undefined, queues: async () => [] },
  resolver: outside,
  dns: outside,
  transport: createCaptureTransport({ host: '127.0.0.1', port: smtpPort, clientName: 'bounces.localhost' }),
  guardedPost: outside,
});

async function prepare(at: string): Promise<DayPlace> {
  time = new Date(at);
  const { id: platformId } = await createPlatform(app, { name: 'Day' });
  const ctx: Ctx = { app, platformId, apiKeyId: null, workspaceId: null };
  await saveSendingDomain(ctx, { domain: 'day.test' });
  await saveEventType(ctx, { name: 'order.shipped', input: { fields: demoFields } });
  await saveTemplate(ctx, { eventType: 'order.shipped', input: demoTemplate });
  const workspaces: string[] = [];
  for (const timezone of zones) {
    workspaces.push(await createWorkspace(ctx, { name: 'Here', reference: timezone.replace('/', '-'), timezone }));
  }
  return { platformId, workspaces };
}

/** Two processes act on the same rows, so an act may come too late; any other error is one of the service. */
async function tried(act: Promise<unknown>): Promise<void> {
  try {
    await act;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
  }
}

async function emit(ctx: Ctx, workspace: string, n: number): Promise<void> {
  const email = addressOf(n);
  if (isContact(n) && !isSimulated(n)) {
    await upsertContact(ctx, workspace, `ref:reader-${n}`, { email, pixelConsentAt: time.toISOString() });
  }
  const named = n % 3 === 0 ? {} : { customer_name: 'Ada' };
  const accept = emitEvent(ctx, workspace, {
    type: 'order.shipped',
    idempotencyKey: `day-${n}`,
    recipient: isContact(n) && !isSimulated(n) ? { contact: `ref:reader-${n}` } : { email },
    payload: { ...named, order_number: String(n), tracking_url: 'https://example.com/1' },
  });
  await tried(accept);
}

interface Found {
  readonly id: string;
  readonly recipient: string;
}

/** Some messages in one of the states, by chance. */
async function some(workspace: string, states: readonly string[], count: number): Promise<readonly Found[]> {
  const { rows } = await app.db.pool.query<Found>(
    `SELECT id, recipient FROM messages
     WHERE workspace_id = $1 AND state::text = ANY($2) AND recipient IS NOT NULL AND simulation IS NULL
     ORDER BY random() LIMIT ${count}`,
    [workspace, states],
  );
  return rows;
}

async function act(ctx: Ctx, workspace: string, erases: boolean): Promise<void> {
  const report = (messageId: string, kind: 'bounce' | 'complaint', hard: boolean) =>
    recordReport(app, {
      kind,
      messageId,
      hard,
      mailboxFault: false,
      category: null,
      status: null,
      replyCode: null,
      reply: null,
    });
  const [late, soft, angry] = await some(workspace, ['delivered', 'complained'], 3);
  const acts: Promise<unknown>[] = [];
  if (late) acts.push(report(late.id, 'bounce', true));
  if (soft) acts.push(report(soft.id, 'bounce', false));
  // Twice at once: it counts once.
  if (angry) acts.push(report(angry.id, 'complaint', false), report(angry.id, 'complaint', false));
  for (const { id } of await some(workspace, ['delivered', 'complained'], 8)) {
    const token = openPixelUrl(app, id).split('/').at(-1) ?? '';
    acts.push(recordOpen(app, token, browser), recordOpen(app, token, 'Mozilla/5.0 (via ggpht.com GoogleImageProxy)'));
  }
  for (const { id } of await some(workspace, ['bounced', 'failed', 'expired'], 2)) {
    acts.push(tried(resendMessage(ctx, workspace, id)));
  }
  for (const { id } of await some(workspace, ['queued'], 1)) acts.push(tried(cancelMessage(ctx, workspace, id)));
  const erased = erases ? await some(workspace, ['queued', 'delivered', 'bounced'], 2) : [];
  for (const { recipient } of erased) acts.push(tried(erasePerson(ctx, workspace, { email: recipient })));
  await Promise.all(acts);
}

async function step({ at, platformId, workspaces, emits, acts }: DayStep): Promise<void> {
  time = new Date(at);
  const ctx: Ctx = { app, platformId, apiKeyId: null, workspaceId: null };
  const emitting = emits.map((n) => emit(ctx, workspaces[n % workspaces.length] ?? '', n));
  const working = workspaces.map(async (id) => {
    await sendTurn(app, { platformId, id });
    await app.parts.inFlight.settled();
    if (acts) await act(ctx, id, id === workspaces.at(-1));
  });
  const sweeping = (async () => {
    await sweepMessages(app);
    await sweepHealth(app);
    const { rows } = await app.db.pool.query<{ id: string }>(
      'SELECT id FROM erasures WHERE platform_id = $1 AND finished_at IS NULL',
      [platformId],
    );
    await Promise.all(rows.map(({ id }) => eraseTurn(app, { platformId, id })));
    await foldFigures(app);
  })();
  await Promise.all([...emitting, ...working, sweeping]);
}

answerQuestions(null, { prepare: (at) => prepare(String(at)), step: (input) => step(input as DayStep) });
