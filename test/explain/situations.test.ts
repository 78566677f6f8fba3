/**
 * Fifteen situations in which a support person asks why, each told in words and beside what the service then really
 * does (docs/rules.md#message-explanation).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveEventType } from '../../src/event-types/save-event-type.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { resendMessage } from '../../src/events/resend/resend-message.ts';
import { explainAddress } from '../../src/explain/explain-address.ts';
import { explainMessage } from '../../src/explain/explain-message.ts';
import { loadWaits } from '../../src/explain/waits/load-waits.ts';
import { localDay } from '../../src/ground/time/local-day.ts';
import { shareExchangerPaces } from '../../src/messages/exchangers/share-exchanger-paces.ts';
import { recordReport } from '../../src/messages/reports/record-report.ts';
import { sendTurn } from '../../src/messages/sending/send-turn.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { eraseTurn } from '../../src/people/erase-turn.ts';
import { deleteSendingDomain } from '../../src/sending-domain/delete-sending-domain.ts';
import { liftSuppression } from '../../src/suppressions/lift-suppression.ts';
import { suppressByHand } from '../../src/suppressions/suppress-by-hand.ts';
import { createMxTransport } from '../../src/transport/mx/mx.ts';
import { createSmtpTransport } from '../../src/transport/smtp/smtp.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let world: SendingWorld;
const closers: (() => unknown)[] = [];
beforeAll(async () => {
  world = await createSendingWorld({ HEALTH_THROTTLED_FLOOR: '2' });
});
afterAll(async () => {
  // Its transports first: a server waits half a minute for connections that stay.
  await world.close();
  for (const close of closers) await close();
});

const payload = { order_number: '1', tracking_url: 'https://example.com/1' };

/** Emits one event; returns the ids, or the code of the refusal. */
async function emit({ ctx, id }: SendingWorkspace, email: string, type = 'order.shipped') {
  const input = {
    type,
    idempotencyKey: crypto.randomUUID(),
    recipient: { email },
    payload: type === 'seen' ? {} : payload,
  };
  try {
    const { record } = await emitEvent(ctx, id, input);
    return { eventId: record.id, id: record.message?.id ?? null, code: null };
  } catch (error) {
    return {
      eventId: null,
      id: null,
      code: error instanceof Error && 'code' in error ? String(error.code) : 'unknown',
    };
  }
}

/** A workspace with one message to a new person, which has not left. */
async function oneMessage(email = people(1)[0] ?? '', timezone = 'UTC') {
  const workspace = await world.workspace(timezone);
  const { id, eventId } = await emit(workspace, email);
  if (id === null || eventId === null) throw new Error('The emit is accepted and has a message');
  return { workspace, email, id, eventId };
}

const why = ({ ctx }: SendingWorkspace, id: string) => explainMessage(ctx, { id, workspace: null });
const whyAddress = ({ ctx, id }: SendingWorkspace, email: string, eventType = 'order.shipped') =>
  explainAddress(ctx, { workspace: id, email, eventType });

/** Asks as the console does, with the key of the platform, so that the audit log has the change. */
const ask = ({ ctx }: SendingWorkspace, document: string, variables: Record<string, unknown> = {}) =>
  world.ask({ platformId: ctx.platformId, apiKeyId: ctx.apiKeyId }, document, variables);
const suspend = 'mutation ($workspace: ID!) { workspaceSuspend(workspace: $workspace) { workspace { status } } }';
const resume = 'mutation ($workspace: ID!) { workspaceResume(workspace: $workspace) { workspace { status } } }';

const timelineOf = 'query ($id: ID!) { node(id: $id) { ... on Message { timeline { __typename } } } }';

async function stateOf(workspace: SendingWorkspace, id: string): Promise<string> {
  const { data } = await ask(workspace, 'query ($id: ID!) { node(id: $id) { ... on Message { state } } }', { id });
  return data.node.state;
}

/** Throttles the workspace by bounces, after three days of forty mails: it may send four a day from then on. */
async function throttled(): Promise<SendingWorkspace> {
  const workspace = await world.workspace();
  // Nine in the morning, so that mail of the day lives beyond midnight.
  world.set(new Date(Math.ceil(world.now().getTime() / day) * day + 9 * hour).toISOString());
  for (let days = 0; days < 3; days += 1) {
    await workspace.emit(people(40));
    await workspace.send();
    world.advance(day);
  }
  const lost = people(7, 'gone.example');
  for (const address of lost) world.sink.refuse(address, [{ code: 550, text: '5.1.1 No such user' }]);
  await workspace.emit(lost);
  await workspace.send();
  expect(await workspace.health()).toMatchObject({ state: 'throttled' });
  return workspace;
}

describe('before an emit', () => {
  test('1. a simulator address is judged as the emit is: without domain, suppression and health', async () => {
    // A platform of its own, without a sending domain.
    const { ctx } = await world.tenant({ name: 'Other', eventType: 'order.shipped' });
    const place = { workspace: 'ref:shop', eventType: 'order.shipped' };
    const real = await explainAddress(ctx, { ...place, email: 'ada@example.com' });
    expect(real).toMatchObject({ cause: 'domain_unverified', code: 'domain_not_sendable' });
    const emitTo = (email: string) =>
      emitEvent(ctx, 'ref:shop', { type: 'order.shipped', idempotencyKey: email, recipient: { email }, payload });
    await expect(emitTo('ada@example.com')).rejects.toMatchObject({ code: 'domain_not_sendable' });

    const domain = world.app.config.simulatorDomain;
    const played = await explainAddress(ctx, { ...place, email: `bounce+1@${domain}` });
    expect(played).toMatchObject({
      cause: 'would_leave',
      summary: 'An emit would be accepted: the simulator plays the outcome bounce, and no mail is sent.',
    });
    expect(played.steps.map(({ rule }) => rule)).toEqual(['recipient', 'suspension', 'template', 'hour']);
    expect((await emitTo(`bounce+1@${domain}`)).record.message).toMatchObject({ state: 'queued', simulated: true });

    const unknown = await explainAddress(ctx, { ...place, email: `nobody@${domain}` });
    expect(unknown.summary).toBe(`Refused: the simulator plays no outcome for this address at ${domain}.`);
    expect(unknown.code).toBe('validation_failed');
    await expect(emitTo(`nobody@${domain}`)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  test('2. an event type without a template is not told of the thirty an hour', async () => {
    const workspace = await world.workspace();
    await saveEventType(workspace.ctx, { name: 'seen', input: { fields: [] } });
    const [email = ''] = people(1);
    await workspace.emit(Array.from({ length: 30 }, () => email));
    expect(await whyAddress(workspace, email)).toMatchObject({ cause: 'hour_used', code: 'recipient_rate_limited' });
    expect(await emit(workspace, email)).toMatchObject({ code: 'recipient_rate_limited' });

    const explained = await whyAddress(workspace, email, 'seen');
    expect(explained).toMatchObject({
      cause: 'no_template',
      summary: 'The event type has no template, so its events send no mail.',
    });
    expect(explained.steps.map(({ rule }) => rule)).not.toContain('hour');
    expect(await emit(workspace, email, 'seen')).toMatchObject({ code: null, id: null });
  });
});

describe('an attempt', () => {
  test('3. a refusal of our own after EHLO reached the server, and says what the server takes', async () => {
    const small = await startSmtpSink({ size: 1_000 });
    closers.push(small.stop);
    const { workspace, id } = await oneMessage();
    await workspace.send(world.otherApp(createSmtpTransport({ url: small.url, clientName: 'localhost' })));
    const explained = await why(workspace, id);
    expect(explained).toMatchObject({ cause: 'failed', code: 'message_too_large' });
    expect(explained.summary).not.toContain('reached no server');
    expect(explained.summary).toContain(
      'attempt 1 reached 127.0.0.1, and the mail was not offered: the mail is larger than the server says it takes',
    );
    expect(explained.next).toBe('Emit with smaller files or a shorter payload.');
    // The server was greeted and never had the mail.
    expect(small.sessions.size).toBe(1);
    expect(small.mails).toHaveLength(0);

    // Nobody listens at the discard port: there no server was reached, and none is said to have been.
    const other = await oneMessage();
    await other.workspace.send(
      world.otherApp(createSmtpTransport({ url: 'smtp://127.0.0.1:9', clientName: 'localhost' })),
    );
    expect(await why(other.workspace, other.id)).toMatchObject({
      cause: 'server_unreachable',
      summary: expect.stringContaining('had no reply from 127.0.0.1: the connection could not be opened, or broke'),
    });
  });

  test('10. a refused attempt is not passed, and the next one is made when it is said', async () => {
    const { workspace, email, id } = await oneMessage();
    world.sink.refuse(email, [{ code: 452, text: '4.3.1 Insufficient system storage' }]);
    await workspace.send();
    const { steps } = await why(workspace, id);
    expect(steps.find(({ rule }) => rule === 'attempt')).toMatchObject({ verdict: 'refused', code: '452 4.3.1' });
    const until = steps.find(({ rule }) => rule === 'schedule')?.until;
    world.set(String(until?.toISOString()));
    await workspace.send();
    expect(await stateOf(workspace, id)).toBe('delivered');
    const verdicts = (await why(workspace, id)).steps.filter(({ rule }) => rule === 'attempt');
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['refused', 'passed']);
  });

  test("13. a server's words are shown as it said them, but for the addresses in them", async () => {
    const { workspace, email, id } = await oneMessage();
    const said = `5.1.1 <${email}>: user unknown; see https://mx.example/help?id=7f3a or call the postmaster`;
    world.sink.refuse(email, [{ code: 550, text: said }]);
    await workspace.send();
    const shown = said.replace(email, '[address]');
    expect((await why(workspace, id)).summary).toContain(`was answered 550 ${shown}`);
  });
});

describe('an end', () => {
  test('4. an expired message says what held it, though nothing holds the workspace any more', async () => {
    const { workspace, id } = await oneMessage();
    const suspendedAt = world.now();
    await ask(workspace, suspend, { workspace: workspace.id });
    world.advance(23 * hour);
    await workspace.send();
    await ask(workspace, resume, { workspace: workspace.id });
    const resumedAt = world.now();
    // Nobody takes a turn in the last hour.
    world.advance(hour);
    await world.sweep();
    const explained = await why(workspace, id);
    expect(explained.summary).toBe(
      'Expired: no attempt succeeded within 24 hours of the emit. ' +
        `The workspace was suspended from ${suspendedAt.toISOString()} until ${resumedAt.toISOString()}. ` +
        `No attempt was made (${world.now().toISOString()}).`,
    );
    expect(explained.steps.find(({ rule }) => rule === 'suspension')).toMatchObject({ verdict: 'held' });
    // What it says to do next is what then works.
    expect(explained.next).toContain('send the message again');
    const again = await resendMessage(workspace.ctx, workspace.id, id);
    await workspace.send();
    expect(await stateOf(workspace, again.id)).toBe('delivered');
  });

  test('7. a delivery says by whose word, and what a person can do next', async () => {
    const relay = await startSmtpSink();
    const reporting = await startSmtpSink({ hideDSN: false });
    closers.push(relay.stop, reporting.stop);
    const overRelay = (url: string) => world.otherApp(createSmtpTransport({ url, clientName: 'localhost' }));
    const straight = world.otherApp(
      createMxTransport({
        exchangers: {
          hostsOf: async () => ({ kind: 'hosts', hosts: ['127.0.0.1'], all: true }),
          addressesOf: async () => ['127.0.0.1'],
          noneExists: async () => false,
        },
        policies: { enforced: async () => null },
        port: relay.port,
        connections: 2,
        clientName: 'localhost',
      }),
    );
    const evidence = async (workspace: SendingWorkspace, id: string) =>
      (await ask(workspace, 'query ($id: ID!) { node(id: $id) { ... on Message { evidence } } }', { id })).data.node;

    const exchanger = await oneMessage();
    await exchanger.workspace.send(straight);
    const byExchanger = await why(exchanger.workspace, exchanger.id);
    expect(byExchanger.summary).toMatch(
      /^Delivered by the word of the recipient's mail server 127\.0\.0\.1 \(.*, 250 /,
    );
    expect(byExchanger.next).toContain("ask the recipient's mail administrator");
    expect(await evidence(exchanger.workspace, exchanger.id)).toEqual({ evidence: 'exchanger' });

    const relayed = await oneMessage();
    await relayed.workspace.send(overRelay(relay.url));
    const byRelay = await why(relayed.workspace, relayed.id);
    expect(byRelay.summary).toMatch(/^Delivered by the word of the relay 127\.0\.0\.1 \(.*\. It promised no report/);
    expect(byRelay.next).toContain('log of the relay');
    expect(await evidence(relayed.workspace, relayed.id)).toEqual({ evidence: 'relay' });

    const reported = await oneMessage();
    const silent = await oneMessage();
    await reported.workspace.send(overRelay(reporting.url));
    await silent.workspace.send(overRelay(reporting.url));
    const waits = await why(silent.workspace, silent.id);
    const end = new Date(world.now().getTime() + 72 * hour);
    expect(waits.summary).toContain(`Without one the message counts as delivered at ${end.toISOString()}`);
    const nothing = { mailboxFault: false, category: null, replyCode: null, status: '2.0.0', reply: null };
    await recordReport(world.app, { kind: 'delivered', messageId: reported.id, hard: false, ...nothing });
    expect((await why(reported.workspace, reported.id)).summary).toContain(
      'Delivered by the word of a delivery report',
    );
    expect(await evidence(reported.workspace, reported.id)).toEqual({ evidence: 'report' });

    world.set(end.toISOString());
    await world.sweep();
    const bySilence = await why(silent.workspace, silent.id);
    expect(bySilence.summary).toContain(`Counted as delivered (${end.toISOString()}), by nobody's word`);
    expect(bySilence.next).toContain('nobody has confirmed this delivery');
    expect(await evidence(silent.workspace, silent.id)).toEqual({ evidence: 'silence' });
  });

  test('8. reasons are sentences, and codes stand beside them', async () => {
    // A platform of its own, whose domain the test deletes.
    const tenant = await world.tenant({ name: 'Leaving', domain: 'leaving.test', eventType: 'order.shipped' });
    const ctx = { ...tenant.ctx, app: world.app };
    const input = { type: 'order.shipped', idempotencyKey: '1', recipient: { email: 'ada@example.com' }, payload };
    const { record } = await emitEvent(ctx, 'ref:shop', input);
    await deleteSendingDomain(ctx);
    await world.sweep();
    await sendTurn(world.app, { platformId: ctx.platformId, id: tenant.workspace });
    await world.app.parts.inFlight.settled();
    const explained = await explainMessage(ctx, { id: String(record.message?.id), workspace: null });
    expect(explained).toMatchObject({ cause: 'failed', code: 'domain_not_sendable' });
    expect(explained.summary).toMatch(/^The sending domain could not send any more when the turn of the mail came/);
    expect(explained.summary).not.toContain('domain_not_sendable');
    // The code is the one that the emit and the message have.
    await expect(emitEvent(ctx, 'ref:shop', { ...input, idempotencyKey: '2' })).rejects.toMatchObject({
      code: explained.code,
    });
    const { data } = await tenant.ask('query ($id: ID!) { node(id: $id) { ... on Message { reason } } }', {
      id: record.message?.id,
    });
    expect(data.node.reason).toBe(explained.code);

    const { workspace, email, id } = await oneMessage();
    world.sink.refuse(email, [{ code: 550, text: '5.1.1 User unknown' }]);
    await workspace.send();
    const bounced = await why(workspace, id);
    expect(bounced.code).toBe('550 5.1.1');
    expect(bounced.summary).toMatch(
      /^The recipient's address cannot receive mail: attempt 1 at 127\.0\.0\.1 was answered/,
    );
  });

  test('11. the lift of a suppression keeps its reason', async () => {
    const { workspace, email, id } = await oneMessage();
    world.sink.refuse(email, [{ code: 550, text: '5.1.1 User unknown' }]);
    await workspace.send();
    const since = world.now();
    world.advance(hour);
    expect(await whyAddress(workspace, email)).toMatchObject({ cause: 'suppressed_by_bounce', code: 'hard_bounce' });
    const second = await emit(workspace, email);
    expect(await stateOf(workspace, String(second.id))).toBe('suppressed');
    world.advance(hour);
    const { data } = await ask(
      workspace,
      'query ($id: ID!) { node(id: $id) { ... on Message { suppression { id } } } }',
      {
        id: second.id,
      },
    );
    // A hard bounce blocks the whole platform, so another of its workspaces may lift it too.
    const neighbour = await world.workspace();
    await emit(neighbour, email);
    await liftSuppression(workspace.ctx, neighbour.id, data.node.suppression.id, 'The person asked for it');
    const liftedAt = world.now();
    const lifted = await why(workspace, String(second.id));
    expect(lifted).toMatchObject({ cause: 'suppressed_before', code: 'hard_bounce' });
    expect(lifted.summary).toContain(
      'the address was suppressed for all email, because mail to it bounced hard ' +
        `(since ${since.toISOString()}). The suppression was lifted at ${liftedAt.toISOString()}`,
    );
    // A later suppression by hand withheld nothing of this message.
    world.advance(hour);
    await suppressByHand(workspace.ctx, workspace.id, { email });
    expect(await why(workspace, String(second.id))).toMatchObject({ cause: 'suppressed_before', code: 'hard_bounce' });
    expect(await whyAddress(workspace, email)).toMatchObject({ cause: 'suppressed_by_hand', code: 'manual' });
    expect(await stateOf(workspace, String((await emit(workspace, email)).id))).toBe('suppressed');
    expect(await why(workspace, id)).toMatchObject({ cause: 'bounced' });
  });

  test("12. an erased person's message id says so, with the workspace and without it, to nobody else", async () => {
    world.advance(1);
    const { workspace, email, id, eventId } = await oneMessage();
    const emittedAt = world.now();
    world.advance(minute);
    const erasure = await erasePerson(workspace.ctx, workspace.id, { email });
    await eraseTurn(world.app, { platformId: workspace.ctx.platformId, id: erasure.id });
    const { data } = await ask(workspace, 'query ($id: ID!) { node(id: $id) { id } }', { id });
    expect(data.node).toBeNull();
    const sentence = `The person was erased, and this message with them: the emit of ${emittedAt.toISOString()} is all that is left.`;
    for (const sought of [id, eventId]) {
      expect(await why(workspace, sought)).toMatchObject({ cause: 'erased', summary: sentence });
      const inWorkspace = { id: sought, workspace: workspace.id };
      expect(await explainMessage(workspace.ctx, inWorkspace)).toMatchObject({ cause: 'erased' });
    }
    // Neither another platform nor a key of another workspace learns that there was a person.
    const stranger = { ...workspace.ctx, platformId: (await world.tenant({ name: 'Stranger' })).platformId };
    await expect(explainMessage(stranger, { id, workspace: null })).rejects.toMatchObject({ code: 'not_found' });
    const neighbour = { ...workspace.ctx, workspaceId: (await world.workspace()).id };
    await expect(explainMessage(neighbour, { id, workspace: null })).rejects.toMatchObject({ code: 'not_found' });
    // A message that is there is never said to be erased.
    const other = await emit(workspace, people(1)[0] ?? '');
    expect(await why(workspace, String(other.id))).toMatchObject({ cause: 'waiting_for_turn' });
  });
});

describe('a hold', () => {
  test('9. a suspension has its time, and suspending twice does not move it', async () => {
    const { workspace, email, id } = await oneMessage();
    const since = world.now();
    await ask(workspace, suspend, { workspace: workspace.id });
    world.advance(hour);
    await ask(workspace, suspend, { workspace: workspace.id });
    const told = `the workspace is suspended (since ${since.toISOString()}).`;
    expect((await why(workspace, id)).summary).toBe(
      `Held: ${told} The message leaves once somebody resumes the workspace, or expires.`,
    );
    expect((await loadWaits(workspace.ctx, [id]))[0]?.wait).toMatchObject({ kind: 'suspended', since });
    expect(await whyAddress(workspace, email)).toMatchObject({
      summary: `Refused: ${told}`,
      code: 'workspace_suspended',
    });
    expect(await emit(workspace, email)).toMatchObject({ code: 'workspace_suspended' });
    await workspace.send();
    expect(await stateOf(workspace, id)).toBe('queued');
    await ask(workspace, resume, { workspace: workspace.id });
    await workspace.send();
    expect(await stateOf(workspace, id)).toBe('delivered');
  });

  test('5. "it goes on at" never names a time after the expiry', async () => {
    const { workspace, email, id } = await oneMessage();
    const expiresAt = new Date(world.now().getTime() + day);
    world.sink.refuse(
      email,
      Array.from({ length: 30 }, () => ({ code: 451, text: '4.3.0 Try again' })),
    );
    // Each try of the schedule is made when the explanation says that it goes on.
    let tries = 0;
    for (let until: Date | null | undefined = world.now(); until; tries += 1) {
      expect(until < expiresAt).toBe(true);
      world.set(until.toISOString());
      await workspace.send();
      const { steps } = await why(workspace, id);
      expect(steps.filter(({ rule }) => rule === 'attempt')).toHaveLength(tries + 1);
      until = steps.find(({ rule }) => rule === 'schedule')?.until;
    }
    expect(tries).toBe(12);
    const last = await why(workspace, id);
    expect(last.summary).not.toContain('It goes on at');
    expect(last.summary).toContain(`No attempt is left: it expires at ${expiresAt.toISOString()}.`);
    expect((await loadWaits(workspace.ctx, [id]))[0]?.wait).toMatchObject({ until: null });
    const { data } = await ask(
      workspace,
      'query ($id: ID!) { node(id: $id) { ... on Message { nextAttemptAt timeline { ... on TimelineDeferred { isLast } } } } }',
      { id },
    );
    expect(data.node.nextAttemptAt).toBeNull();
    expect(data.node.timeline.filter(({ isLast }: { isLast?: boolean }) => isLast === true)).toHaveLength(1);
    world.set(expiresAt.toISOString());
    await world.sweep();
    expect(await stateOf(workspace, id)).toBe('expired');
  });

  test('6. a held message is told by its place in the queue: four go at midnight, and the sixth is told that it expires', async () => {
    const workspace = await throttled();
    const ids: string[] = [];
    for (const email of people(6)) {
      world.advance(1);
      ids.push(String((await emit(workspace, email)).id));
    }
    await workspace.send();
    const midnight = new Date(Math.ceil(world.now().getTime() / day) * day);
    const told = await Promise.all(ids.map((id) => why(workspace, id)));
    const goes = told.map(({ steps }) => steps.find(({ rule }) => rule === 'day_cap')?.until?.getTime() ?? null);
    // A tenth of the usual forty.
    expect(goes.filter((until) => until !== null)).toHaveLength(4);
    const room = goes.filter((until) => until === midnight.getTime()).length;
    expect(goes).toEqual(ids.map((_, place) => (place < room ? midnight.getTime() : null)));
    expect(told.at(-1)?.summary).toContain('before it can leave');
    expect(told.at(-1)?.summary).toContain('and 5 go before this one');
    world.set(midnight.toISOString());
    await workspace.send();
    const after = await Promise.all(ids.map((id) => stateOf(workspace, id)));
    expect(after).toEqual(ids.map((_, place) => (place < room ? 'delivered' : 'queued')));
    // Who asks the day after why it came so late is told it too.
    const gone = await why(workspace, ids[0] ?? '');
    const eve = localDay('UTC', new Date(midnight.getTime() - 1));
    expect(gone.cause).toBe('delivered');
    expect(gone.summary).toMatch(
      new RegExp(
        `It was held before: On ${eve} the workspace was throttled and had no mail left: it began \\d+, of the \\d+ that it could begin, so the message waited until ${midnight.toISOString()}.$`,
      ),
    );
    expect(gone.steps.map(({ rule, verdict }) => `${rule} ${verdict}`)).toEqual(['day_cap held', 'attempt passed']);
    world.advance(day);
    await world.sweep();
    expect(await stateOf(workspace, ids.at(-1) ?? '')).toBe('expired');
    expect((await why(workspace, ids.at(-1) ?? '')).summary).toMatch(
      /the workspace was throttled and had no mail left/,
    );
  });

  test('6b. mail that left late tells of the suspension that held it, and mail that left at once of none', async () => {
    const { workspace, id: prompt } = await oneMessage();
    await workspace.send();
    const { id } = await emit(workspace, people(1)[0] ?? '');
    world.advance(minute);
    const from = world.now();
    await ask(workspace, suspend, { workspace: workspace.id });
    world.advance(20 * minute);
    await ask(workspace, resume, { workspace: workspace.id });
    const until = world.now();
    world.advance(1);
    await workspace.send();
    const late = await why(workspace, id ?? '');
    expect(late.cause).toBe('delivered');
    expect(late.summary).toContain(
      ` It was held before: The workspace was suspended from ${from.toISOString()} until ${until.toISOString()}.`,
    );
    expect((await why(workspace, prompt)).summary).not.toContain('held');
  });

  test('15. mail for exchangers that ask for quiet says so everywhere, with their words, and other mail passes', async () => {
    let isBusy = true;
    const busy = await startSmtpSink({
      onConnect(_session, done) {
        if (!isBusy) return done();
        done(Object.assign(new Error('4.7.28 Unusual rate of mail'), { responseCode: 421 }));
      },
    });
    const open = await startSmtpSink({ address: '127.0.0.2', port: busy.port });
    closers.push(busy.stop, open.stop);
    const app = world.otherApp(
      createMxTransport({
        exchangers: {
          hostsOf: async (domain) => ({ kind: 'hosts', hosts: [`mx.${domain}`], all: true }),
          addressesOf: async (host) => [host === 'mx.busy.example' ? '127.0.0.1' : '127.0.0.2'],
          noneExists: async () => false,
        },
        policies: { enforced: async () => null },
        port: busy.port,
        connections: 2,
        clock: { now: world.now, monotonic: () => world.now().getTime() },
        elapsed: () => world.now().getTime(),
        clientName: 'localhost',
      }),
    );
    // The first one asks, and is answered; the second waits without an attempt.
    const { workspace, id: first } = await oneMessage('first@busy.example');
    await workspace.send(app);
    const { id: waits } = await emit(workspace, 'second@busy.example');
    const { id: passes } = await emit(workspace, people(1)[0] ?? '');
    world.advance(1_000);
    await workspace.send(app);
    await shareExchangerPaces(app);
    expect(await stateOf(workspace, String(passes))).toBe('delivered');
    expect(open.mails).toHaveLength(1);

    const since = new Date(world.now().getTime() - 1_000).toISOString();
    const asked = 'the mail servers of busy.example asked for quiet';
    const words = '421 4.7.28 Unusual rate of mail';
    const { data, errors } = await ask(
      workspace,
      `query ($id: ID!) {
        node(id: $id) { ... on Message {
          state nextAttemptAt attempts { number } waitingFor { kind fact since until }
          timeline { __typename at ... on TimelineWaiting { waitsFor provider until reply } }
        } }
        messageExplain(id: $id) { cause code summary }
      }`,
      { id: waits },
    );
    expect(errors).toEqual([]);
    const { node, messageExplain } = data;
    expect(messageExplain).toMatchObject({ cause: 'exchanger_quiet', code: '421 4.7.28' });
    expect(messageExplain.summary).toContain(`Held: ${asked} until `);
    expect(messageExplain.summary).toContain(`: ${words} (since ${since})`);
    const at = new Date(since);
    const until = node.waitingFor.until;
    expect(node).toMatchObject({ state: 'queued', nextAttemptAt: until, attempts: [] });
    expect(node.waitingFor).toMatchObject({ kind: 'quiet', since: at, fact: expect.stringContaining(words) });
    expect(node.timeline).toEqual([
      { __typename: 'TimelineAccepted', at: expect.any(Date) },
      { __typename: 'TimelineWaiting', at, waitsFor: 'quiet', provider: 'busy.example', until, reply: words },
    ]);

    // It goes at the time that it was told, and the wait is no longer there.
    isBusy = false;
    world.set(until.toISOString());
    await workspace.send(app);
    expect(await stateOf(workspace, String(waits))).toBe('delivered');
    const { timeline } = (await ask(workspace, timelineOf, { id: waits })).data.node;
    expect(timeline.map(({ __typename }: { __typename: string }) => __typename)).not.toContain('TimelineWaiting');

    // Mail that waits until it expires says so too.
    isBusy = true;
    const late = await emit(workspace, 'late@busy.example');
    await app.db.pool.query(`UPDATE messages SET waits_for = 'quiet:busy.example', due_at = expires_at WHERE id = $1`, [
      late.id,
    ]);
    world.advance(day);
    await world.sweep();
    expect((await why(workspace, String(late.id))).summary).toContain(
      `Before it expired ${asked}. No attempt was made`,
    );
    expect(await stateOf(workspace, first)).toBe('delivered');
  });

  test('14. a held mail shows one truth: explanation, wait, next attempt, timeline, level and workspace', async () => {
    const workspace = await throttled();
    const { id } = await emit(workspace, people(1)[0] ?? '');
    world.advance(6 * minute);
    await workspace.send();
    const midnight = new Date(Math.ceil(world.now().getTime() / day) * day).toISOString();
    const { data, errors } = await ask(
      workspace,
      `query ($id: ID!, $workspace: ID!) {
        node(id: $id) { ... on Message {
          state nextAttemptAt waitingFor { kind fact until } timeline { __typename }
        } }
        messageExplain(id: $id) { cause summary steps { rule verdict until } }
        workspace(workspace: $workspace) { waitingFor { kind fact until } health { today { sent cap } } }
      }`,
      { id, workspace: workspace.id },
    );
    expect(errors).toEqual([]);
    const { node, messageExplain, workspace: standing } = data;
    const { sent, cap } = standing.health.today;
    expect(sent).toBeGreaterThan(cap);
    const fact = `he workspace has used its mails of the day: it sent ${sent} on `;
    const level = `of the ${cap} that it may send while it is throttled because too much of its mail bounced`;
    for (const wait of [node.waitingFor, standing.waitingFor]) {
      expect(wait).toMatchObject({ kind: 'day_cap', fact: expect.stringContaining(fact) });
      expect(wait.fact).toContain(level);
      expect(wait.until).toEqual(new Date(midnight));
    }
    expect(messageExplain.summary).toContain(fact);
    // The time of the level stands behind the level.
    expect(messageExplain.summary).toContain(`${level} (since `);
    expect(messageExplain.summary).toContain(`It goes on at ${midnight}.`);
    expect(messageExplain.summary).not.toMatch(/\d+ of the \d+ mails/);
    // No level passes that holds the mail, no attempt is due in the past.
    expect(messageExplain.steps.find(({ rule }: { rule: string }) => rule === 'health')).toBeUndefined();
    expect(node).toMatchObject({
      state: 'queued',
      nextAttemptAt: null,
      timeline: [{ __typename: 'TimelineAccepted' }],
    });
    world.set(midnight);
    await workspace.send();
    expect(await stateOf(workspace, String(id))).toBe('delivered');
  });
});
