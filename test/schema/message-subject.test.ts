/** The subject of a mail in a list of messages (docs/rules.md#subjects-in-lists). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { demoTemplate } from '../../src/local/demo-template.ts';
import { subjectContentMax } from '../../src/messages/render-subject-again.ts';
import { stripContent } from '../../src/retention/strip-content.ts';
import { saveTemplate } from '../../src/templates/save-template.ts';
import { createSendingWorld, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';

const day = 86_400_000;

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

const list = 'query ($workspace: ID!) { messages(workspace: $workspace, orderBy: oldest_first) { nodes { subject } } }';

async function emit({ ctx, id }: SendingWorkspace, key: string, more: object = {}): Promise<string> {
  const { record } = await emitEvent(ctx, id, {
    type: 'order.shipped',
    idempotencyKey: key,
    // Of one length: values of the mail have it.
    recipient: { email: 'reader@example.com' },
    payload: { order_number: key, tracking_url: 'https://example.com/1', ...more },
  });
  return record.message?.id ?? '';
}

test('is that of the mail that went, for each row', async () => {
  const workspace = await world.workspace();
  await emit(workspace, 'first');
  await emit(workspace, 'second');
  await workspace.send();
  const mails = await Promise.all(world.sink.mails.map((mail) => mail.parse()));
  const subjects = ['Order first is on its way', 'Order second is on its way'];
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual(subjects);
  expect(await subjectsOf(workspace)).toEqual(subjects);
});

test('is that of the version of its emit, whatever the template says since', async () => {
  const workspace = await world.workspace();
  await emit(workspace, 'before');
  const changed = { ...demoTemplate, subject: 'Parcel {{ event.order_number }}', acceptOutdated: true };
  await saveTemplate(workspace.ctx, { eventType: 'order.shipped', input: changed });
  await emit(workspace, 'after');
  await saveTemplate(workspace.ctx, { eventType: 'order.shipped', input: { ...demoTemplate, acceptOutdated: true } });
  expect(await subjectsOf(workspace)).toEqual(['Order before is on its way', 'Parcel after']);
});

test('is null for a content that is too large for a list, and once the content is gone', async () => {
  const workspace = await world.workspace();
  const overhead = async (id: string) => {
    const { rows } = await world.app.db.pool.query(
      `SELECT octet_length(e.payload::text) + octet_length(m.values::text) AS bytes
       FROM messages m JOIN events e ON e.workspace_id = m.workspace_id AND e.id = m.event_id WHERE m.id = $1`,
      [id],
    );
    return Number(rows[0].bytes);
  };
  const empty = await overhead(await emit(workspace, 'empty', { address: '' }));
  const fits = await emit(workspace, 'fits!', { address: 'x'.repeat(subjectContentMax - empty) });
  expect(await overhead(fits)).toBe(subjectContentMax);
  await emit(workspace, 'large', { address: 'x'.repeat(subjectContentMax - empty + 1) });
  expect(await subjectsOf(workspace)).toEqual(['Order empty is on its way', 'Order fits! is on its way', null]);
  await workspace.send();
  await world.app.db.transaction((client) =>
    stripContent(world.app, client, new Date(world.now().getTime() + 31 * day)),
  );
  expect(await subjectsOf(workspace)).toEqual([null, null, null]);
  await world.app.db.pool.query('TRUNCATE retention_marks');
});

test('needs the scope of people', async () => {
  const workspace = await world.workspace();
  await emit(workspace, 'hidden');
  const reader = { platformId: workspace.ctx.platformId, scopes: ['read' as const] };
  const { refusal } = await world.ask(reader, list, { workspace: workspace.id });
  expect(refusal?.code).toBe('forbidden');
});

async function subjectsOf({ ctx, id }: SendingWorkspace): Promise<readonly (string | null)[]> {
  const { data, errors } = await world.ask({ platformId: ctx.platformId }, list, { workspace: id });
  expect(errors).toEqual([]);
  return data.messages.nodes.map(({ subject }: { subject: string | null }) => subject);
}
