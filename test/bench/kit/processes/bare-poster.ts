/** The yardstick of webhooks: signs and posts bodies over kept TLS connections with undici, and keeps nothing. */
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';
import { signingKey, signWebhook } from '../../../../src/webhooks/secrets/sign-webhook.ts';
import { answerQuestions, settingsOf } from '../../../attacks/harness/child.ts';

export interface PosterSettings {
  readonly port: number;
  readonly caFile: string;
  /** Posts at once. */
  readonly connections: number;
  readonly workspaceId: string;
}

const { port, caFile, connections, workspaceId } = settingsOf<PosterSettings>();
const pool = new Pool(`https://127.0.0.1:${port}`, {
  connections,
  connect: { ca: readFileSync(caFile, 'utf8'), servername: 'hooks.test' },
});
const keys = [signingKey('01ARZ3NDEKTSV4RRFFQ69G5FAV', `whsec_${Buffer.alloc(32, 1).toString('base64')}`)];

/** As the service's, with other values. */
function bodyOf(n: number): string {
  return JSON.stringify({
    id: `03${String(n).padStart(24, '0')}`,
    type: 'message.delivered',
    source: 'service',
    created_at: new Date().toISOString(),
    simulated: false,
    workspace: { id: workspaceId, reference: 'shop' },
    data: {
      message: {
        id: `02${String(n).padStart(24, '0')}`,
        idempotency_key: `order-${n}`,
        recipient: `reader-${n}@example.com`,
      },
    },
  });
}

/** Posts so many; gives the posts a second. */
async function post(count: number): Promise<number> {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const n = next;
      next += 1;
      const body = bodyOf(n);
      const headers = { 'content-type': 'application/json', ...signWebhook(`webhook-${n}`, body, keys, new Date()) };
      const answer = await pool.request({ path: '/', method: 'POST', headers, body });
      await answer.body.dump();
      if (answer.statusCode !== 204) throw new Error(`The receiver answered ${answer.statusCode}.`);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, lane));
  return count / ((performance.now() - began) / 1_000);
}

answerQuestions(null, { post: (count) => post(count as number) });
