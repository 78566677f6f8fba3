/** Messages as the tests of several operations make them, in a workspace of the platform. */
import { expect, vi } from 'vitest';
import { querySql } from './database.ts';
import type { Platform } from './platform.ts';
import { emitOf } from './samples.ts';

/** Milliseconds. */
const patience = { timeout: 60_000, interval: 50 };

interface Wanted {
  readonly workspace: string;
  readonly eventType: string;
  /** For a key and an address of its own. */
  readonly label: string;
}

/** Emits to the simulator; returns the id of the message. */
export async function emitTo(platform: Platform, to: string, { workspace, eventType, label }: Wanted): Promise<string> {
  const recipient = { email: `${to}+${label}@simulator.test` };
  const body = emitOf(eventType, `${to}-${label}`, { recipient });
  const { status, body: answer } = await platform.ask('emitEvent', { path: { workspace }, body });
  expect(status).toBe(202);
  return answer.data.message.id;
}

/** Waits until a message is in a state. */
export async function waitForState(platform: Platform, workspace: string, id: string, state: string): Promise<void> {
  const read = () => platform.ask('getMessage', { path: { workspace, id } });
  await vi.waitUntil(async () => (await read()).body.data.state === state, patience);
}

/** A message that has bounced. */
export async function makeBounced(platform: Platform, wanted: Wanted): Promise<string> {
  const id = await emitTo(platform, 'bounce', wanted);
  await waitForState(platform, wanted.workspace, id, 'bounced');
  return id;
}

/** A message that the simulator has answered, and the reply, to which a file is added. */
export async function makeReply(platform: Platform, wanted: Wanted) {
  const { workspace } = wanted;
  const answered = await emitTo(platform, 'reply', wanted);
  await waitForState(platform, workspace, answered, 'delivered');
  const { body } = await platform.ask('listReplies', { path: { workspace, id: answered } });
  const reply: string = body.data[0].id;
  await querySql(
    `INSERT INTO reply_files (message_id, workspace_id, reply_id, position, filename, media_type, bytes, content)
     SELECT message_id, workspace_id, id, 1, 'photo.png', 'image/png', 3, '\\x010203' FROM message_replies
     WHERE message_id = $1 AND id = $2`,
    [answered, reply],
  );
  return { answered, reply };
}

/** A message that was cancelled. */
export async function makeCancelled(platform: Platform, wanted: Wanted): Promise<string> {
  const id = await makeWaiting(platform, { ...wanted, label: `cancelled-${wanted.label}` });
  const { status } = await platform.ask('cancelMessage', { path: { workspace: wanted.workspace, id } });
  expect(status).toBe(200);
  return id;
}

/** A message that waits for tomorrow: that is what only a server that is down for a day makes. */
export async function makeWaiting(platform: Platform, wanted: Wanted): Promise<string> {
  const id = await emitTo(platform, 'delivered', wanted);
  await waitForState(platform, wanted.workspace, id, 'delivered');
  await querySql(
    `UPDATE messages SET state = 'queued', due_at = now() + interval '20 hours', ended_at = NULL, evidence = NULL
     WHERE platform_id = $1 AND id = $2`,
    [platform.id, id],
  );
  return id;
}

/** A message that leaves tomorrow. */
export async function makeScheduled(platform: Platform, { workspace, eventType, label }: Wanted): Promise<string> {
  const send_at = new Date(Date.now() + 86_400_000).toISOString();
  const body = emitOf(eventType, `scheduled-${label}`, { send_at });
  const { status, body: answer } = await platform.ask('emitEvent', { path: { workspace }, body });
  expect([status, answer.data.message.state]).toEqual([202, 'scheduled']);
  return answer.data.message.id;
}
