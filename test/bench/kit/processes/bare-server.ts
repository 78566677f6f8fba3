/**
 * The yardstick of accepting: Node's http server, JSON parsed, the rows of an accepted emit written by one statement a
 * request through pg. It checks nothing.
 */
import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { answerQuestions, settingsOf } from '../../../attacks/harness/child.ts';
import type { BareSettings } from '../start-bare-server.ts';

const { databaseUrl, connections, workspaces, sample } = settingsOf<BareSettings>();
const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });

/** As long as the service's ids, in the order of their making. */
const idLength = 26;
/** Seconds. */
const messageLifetime = 24 * 60 * 60;

const insert = `
WITH key AS (
  INSERT INTO idempotency_keys (platform_id, workspace_id, key, body_hash, event_id, answer, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
), rate AS (
  INSERT INTO emit_rates (platform_id, workspace_id, address_hash, recent, updated_at)
  VALUES ($1, $2, $8, ARRAY[$7::timestamptz], $7)
), event AS (
  INSERT INTO events (platform_id, workspace_id, id, event_type_id, type, event_type_version, idempotency_key, payload,
                      address_hash, created_at)
  VALUES ($1, $2, $5, $9, $10, 1, $3, $11, $8, $7)
)
INSERT INTO messages (platform_id, workspace_id, id, event_id, event_type_id, idempotency_key, state, recipient,
                      address_hash, sending_domain_id, template_version_id, locale, timezone, values, fell_back, due_at,
                      expires_at, created_at)
VALUES ($1, $2, $12, $5, $9, $3, 'queued', $13, $8, $14, $15, $16, $17, $18, $19, $7,
        $7::timestamptz + make_interval(secs => ${messageLifetime}), $7)`;

let made = 0;
function newId(): string {
  made += 1;
  return `${Date.now().toString(36).toUpperCase()}${String(made).padStart(idLength, '0')}`.slice(-idLength);
}

const workspaceIds = new Map(workspaces);
const values = JSON.stringify(sample.values);

async function accept(reference: string, text: string): Promise<string> {
  const body = JSON.parse(text);
  const workspaceId = workspaceIds.get(reference);
  const [eventId, messageId] = [newId(), newId()];
  const now = new Date();
  const record = {
    ...sample.answer,
    id: eventId,
    idempotencyKey: body.idempotency_key,
    createdAt: now.toISOString(),
    message: { ...sample.answer.message, id: messageId },
  };
  const answer = JSON.stringify(record);
  await pool.query({
    name: 'accept',
    text: insert,
    values: [
      sample.platformId,
      workspaceId,
      body.idempotency_key,
      hash('sha256', text, 'buffer'),
      eventId,
      answer,
      now,
      hash('sha256', body.recipient.email, 'buffer'),
      sample.eventTypeId,
      body.type,
      JSON.stringify(body.payload),
      messageId,
      body.recipient.email,
      sample.sendingDomainId,
      sample.templateVersionId,
      sample.locale,
      sample.timezone,
      values,
      sample.fellBack,
    ],
  });
  return answer;
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', async () => {
    try {
      const reference = /ref:([^/]+)/.exec(request.url ?? '')?.[1] ?? '';
      const answer = await accept(reference, Buffer.concat(parts).toString('utf8'));
      response.writeHead(202, { 'content-type': 'application/json' }).end(answer);
    } catch (error) {
      process.stderr.write(`${error}\n`);
      response.writeHead(500).end();
    }
  });
});
server.listen(0, '127.0.0.1', () => answerQuestions(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {}));
