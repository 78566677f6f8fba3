// jobs.ts
import { PgBoss } from 'pg-boss';
import { handleWebhook, type Webhook } from './handle-webhook.ts';
import { type Emit, emit } from './tidings.ts';

interface EmitJob {
  readonly workspace: string;
  readonly event: Emit;
}

export const boss = new PgBoss(process.env.DATABASE_URL ?? '');
boss.on('error', (error) => console.error(error.message));

/** Tries again after 30 seconds, then with growing gaps, for about a day. */
const retries = { retryLimit: 12, retryDelay: 30, retryBackoff: true };

/** To be called where jobs are put in, and where they are done. */
export async function openJobs(): Promise<void> {
  await boss.start();
  await boss.createQueue('emit', retries);
  await boss.createQueue('webhook', retries);
}

/** Does the jobs, in this process or in one of its own. */
export async function workJobs(): Promise<void> {
  await boss.work<EmitJob>('emit', async (jobs) => {
    for (const { data } of jobs) await emit(data.workspace, data.event);
  });
  await boss.work<Webhook>('webhook', async (jobs) => {
    for (const { data } of jobs) await handleWebhook(data);
  });
}

export async function emitLater(workspace: string, event: Emit): Promise<void> {
  await boss.send('emit', { workspace, event });
}

export async function keepWebhook(webhook: Webhook): Promise<void> {
  await boss.send('webhook', webhook);
}
