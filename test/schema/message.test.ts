import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordReport } from '../../src/messages/reports/record-report.ts';
import { createCaptureTransport } from '../../src/transport/capture.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';

const list = `query ($workspace: ID!, $state: MessageState, $recipient: String, $contact: ID) {
  messages(workspace: $workspace, filter: { state: $state, recipient: $recipient, contact: $contact }) {
    edges { node { id state bounce reason evidence recipient eventType: eventTypeName simulated nextAttemptAt
      contact: contactAtEmit { id: contactId reference }
      attempts { number transport exchanger tlsVersion outcome category replyCode enhancedCode reply answered durationMs at }
      reports { kind hard category replyCode enhancedCode reply } } }
  }
}`;
const one = `query ($workspace: ID!, $id: ID!) { message(workspace: $workspace, id: $id) { id state } }`;

let world: SendingWorld;
let workspace: SendingWorkspace;

beforeAll(async () => {
  world = await createSendingWorld();
  workspace = await world.workspace();
});

afterAll(() => world.close());

const ask = (document: string, variables: Record<string, unknown>, platformId = workspace.ctx.platformId) =>
  world.ask({ platformId }, document, { workspace: workspace.id, ...variables });

async function messagesTo(recipient: string) {
  const { data, errors } = await ask(list, { recipient });
  expect(errors).toEqual([]);
  return data.messages.edges.map(({ node }: { node: unknown }) => node);
}

describe('a message', () => {
  test('tells each try that was made, what was answered, and when the next is due', async () => {
    const [ada = ''] = people(1);
    world.sink.refuse(ada, [{ code: 450, text: `4.2.0 Greylisted, ${ada} come again` }]);
    await workspace.emit([ada]);
    await workspace.send();
    const [waiting] = await messagesTo(ada.toUpperCase());
    expect(waiting).toMatchObject({
      state: 'queued',
      evidence: null,
      eventType: 'order.shipped',
      nextAttemptAt: new Date(world.now().getTime() + 60_000),
      attempts: [{ number: 1, outcome: 'temporary', replyCode: 450, enhancedCode: '4.2.0', answered: true }],
    });
    expect(waiting.attempts[0].reply).toContain('Greylisted, [address] come again');
    world.advance(60_000);
    await workspace.send();
    const [there] = await messagesTo(ada);
    expect(there).toMatchObject({ state: 'delivered', evidence: 'exchanger', nextAttemptAt: null });
    expect(there.attempts).toMatchObject([
      { number: 1, outcome: 'temporary' },
      {
        number: 2,
        outcome: 'delivered',
        transport: 'capture',
        exchanger: '127.0.0.1',
        tlsVersion: null,
        category: null,
      },
    ]);
    expect(there.attempts[1].durationMs).toBeGreaterThanOrEqual(0);
  });

  test('tells that no server answered where none was reached', async () => {
    const [ada = ''] = people(1);
    await workspace.emit([ada]);
    // The discard port: nobody listens there.
    const nowhere = createCaptureTransport({ host: '127.0.0.1', port: 9, clientName: 'localhost' });
    await workspace.send(world.otherApp(nowhere));
    expect(await messagesTo(ada)).toMatchObject([{ state: 'queued', attempts: [{ reply: null, answered: false }] }]);
  });

  test('tells why it bounced, in the session or by a report, and keeps what a report said that came too late', async () => {
    const [gone = '', late = ''] = people(2);
    world.sink.refuse(gone, [{ code: 550, text: '5.1.1 No such user' }]);
    await workspace.emit([gone, late]);
    await workspace.send();
    expect(await messagesTo(gone)).toMatchObject([
      { state: 'bounced', bounce: 'hard', attempts: [{ category: 'recipient', enhancedCode: '5.1.1' }], reports: [] },
    ]);
    const [{ id }] = await messagesTo(late);
    const report = {
      messageId: id,
      hard: false,
      mailboxFault: false,
      category: 'policy',
      status: '5.7.1',
      replyCode: 550,
      reply: 'Blocked',
    } as const;
    await recordReport(world.app, { ...report, kind: 'delayed' });
    expect(await messagesTo(late)).toMatchObject([{ state: 'delivered', reports: [{ kind: 'delayed' }] }]);
    for (let n = 0; n < 30; n += 1) await recordReport(world.app, { ...report, kind: 'bounce' });
    const [bounced] = await messagesTo(late);
    expect(bounced).toMatchObject({ state: 'bounced', bounce: 'soft' });
    expect(bounced.reports).toHaveLength(20);
    expect(bounced.reports[1]).toEqual({
      kind: 'bounce',
      hard: false,
      category: 'policy',
      replyCode: 550,
      enhancedCode: '5.7.1',
      reply: 'Blocked',
    });
    expect(await workspace.webhooks('message.bounced')).toHaveLength(2);
  });

  test('is found by state, address and contact, and by nobody else', async () => {
    await workspace.emit(['delivered@simulator.test']);
    await workspace.send();
    const [simulated] = await messagesTo('delivered@simulator.test');
    expect(simulated).toMatchObject({ simulated: true, attempts: [] });
    expect((await ask(list, { state: 'expired' })).data.messages.edges).toEqual([]);
    expect((await ask(list, { contact: 'a\u0000b' })).data.messages.edges).toEqual([]);
    expect((await ask(one, { id: simulated.id })).data.message).toEqual({ id: simulated.id, state: 'delivered' });
    const other = await world.tenant();
    const stranger = other.platformId;
    expect((await ask(one, { id: simulated.id }, stranger)).refusal?.code).toBe('not_found');
    expect((await ask(list, {}, stranger)).refusal?.code).toBe('not_found');
    expect((await ask(one, { workspace: other.workspace, id: simulated.id }, stranger)).refusal?.code).toBe(
      'not_found',
    );
  });
});
