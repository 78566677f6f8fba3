/** SECRET_KEY is changed while services run (docs/rules.md#change-of-the-secret-key). */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { unsubscribeUrl } from '../../src/contacts/contact-token.ts';
import { changeKey } from '../../src/deployment/change-key.ts';
import { checkSecretKey, readKeyState } from '../../src/deployment/check-secret-key.ts';
import { readConfig } from '../../src/ground/config/config.ts';
import { createLog } from '../../src/ground/log/log.ts';
import { createSecrets } from '../../src/ground/secrets.ts';
import { startService } from '../../src/start-service.ts';
import { readReturnPath, signReturnPath } from '../../src/transport/mail/return-path.ts';
import { openClient } from '../support/open-client.ts';
import { startTestService } from '../support/service.ts';
import { createTestDatabase } from '../support/test-database.ts';

const run = promisify(execFile);

const before = 'a key of thirty-two characters at least';
const after = 'another key of thirty-two characters, or more';
const third = 'a third key of thirty-two characters, or more';
/** Of a message that nobody has. */
const messageId = '01ARZ3NDEKTSV4RRFFQ69G5F08';

async function database() {
  const made = await createTestDatabase();
  onTestFinished(() => made.drop());
  const client = await openClient(made.url);
  onTestFinished(() => client.end());
  return { url: made.url, client };
}

async function serve(databaseUrl: string, secretKey: string, secretKeyPrevious: string | null, roles = 'api') {
  const config = { ...readConfig({ PORT: '0', INBOUND_PORT: '0', ROLES: roles, STOP_GRACE: '3' }), secretKeyPrevious };
  return startService({
    config,
    databaseUrl,
    secretKey,
    log: createLog('silent'),
    inbox: { host: '127.0.0.1', port: 9 },
    webhookCaFile: null,
  });
}

/** A platform with all that is sealed and hashed, made by a service with the key `before`. */
async function furnished(url: string) {
  const tidings = await startTestService({ databaseUrl: url });
  const acme = await tidings.platform('Acme');
  await acme.rest('POST', '/webhook-endpoints', {
    url: 'https://hooks.test/',
    types: ['message.delivered'],
    headers: { Authorization: 'Bearer of the receiver' },
  });
  for (const name of ['ada', 'erased', 'blocked']) {
    const put = await acme.rest('PUT', `/workspaces/ref:shop/contacts/ref:${name}`, { email: `${name}@example.com` });
    expect(put.status).toBeLessThan(300);
  }
  const blocked = await acme.graphql(
    'mutation { addressSuppress(workspace: "ref:shop", email: "blocked@example.com") { __typename } }',
  );
  return { tidings, acme, blocked };
}

const sealedRows = `
  SELECT dkim_key_sealed AS sealed FROM sending_domains UNION ALL SELECT secret_sealed FROM webhook_secrets
  UNION ALL SELECT headers_sealed FROM webhook_endpoints WHERE headers_sealed IS NOT NULL
  UNION ALL SELECT terms_sealed FROM erasures WHERE terms_sealed IS NOT NULL`;

const noPause = async () => undefined;

test('what the old key sealed, hashed and signed is there after the change, and the old key can go', async () => {
  const { url, client } = await database();
  const { tidings } = await furnished(url);
  const { rows: contacts } = await client.query('SELECT id, workspace_id, address_hash FROM contacts ORDER BY email');
  const [ada] = contacts;
  const link = unsubscribeUrl(tidings.service.app, { workspaceId: ada.workspace_id, id: ada.id });
  const returnPath = signReturnPath(tidings.service.app.secrets, messageId, 'acme.test');
  const { rows: secretsBefore } = await client.query('SELECT secret_sealed AS sealed FROM webhook_secrets');
  const webhookSecret = tidings.service.app.secrets.open(secretsBefore[0].sealed);
  await tidings.stop();

  // Started with both: nothing changes until the command says so.
  const running = await serve(url, after, before);
  const { app } = running;
  expect(app.secrets.inForce()).toBe('previous');
  expect(app.secrets.addressHash('ada@example.com')).toEqual(ada.address_hash);
  const early = app.secrets.seal('sealed before the change');
  expect(app.secrets.sealerOf(early)).toBe('previous');

  const secrets = createSecrets(after, before);
  await checkSecretKey(app.db, secrets, { dataDir: '', secretKeyPrevious: before });
  const change = await changeKey({ db: app.db, secrets, pause: noPause });
  expect(change.sealed).toEqual({
    'DKIM keys': 1,
    'webhook secrets': 1,
    'headers of endpoints': 1,
    'searches of erasures': 0,
  });
  const { rows } = await client.query(sealedRows);
  expect(rows.map(({ sealed }) => createSecrets(after).sealerOf(sealed))).toEqual(rows.map(() => 'current'));
  expect(secrets.open(rows[1].sealed)).toBe(webhookSecret);
  // The running service sees it by itself.
  await expect.poll(() => app.secrets.inForce()).toBe('current');
  expect(app.secrets.sealerOf(app.secrets.seal('new'))).toBe('current');
  expect(app.secrets.addressHash('ada@example.com')).toEqual(ada.address_hash);
  // What went out before the change, while the previous key is there.
  expect(readReturnPath(app.secrets, returnPath)).toBe(messageId);
  const page = await fetch(`${running.url}${new URL(link).pathname}`);
  expect(page.status).toBe(200);
  await page.text();
  const lately = unsubscribeUrl(app, { workspaceId: ada.workspace_id, id: ada.id });
  expect(lately).not.toBe(link);
  await running.stop();

  // Without the previous key: hashes are the same, what was sealed opens, old links end.
  const alone = await serve(url, after, null);
  expect(alone.app.secrets.addressHash('ada@example.com')).toEqual(ada.address_hash);
  expect(alone.app.secrets.open(rows[1].sealed)).toBe(webhookSecret);
  expect(readReturnPath(alone.app.secrets, returnPath)).toBeNull();
  const ended = await fetch(`${alone.url}${new URL(link).pathname}`);
  expect(ended.status).toBe(404);
  await ended.text();
  const kept = await fetch(`${alone.url}${new URL(lately).pathname}`);
  expect(kept.status).toBe(200);
  await kept.text();
  await alone.stop();
  await expect(serve(url, before, null)).rejects.toThrow(/SECRET_KEY does not fit/);

  // And again: the keys of hashes come along.
  const next = await serve(url, third, after);
  const again = createSecrets(third, after);
  await checkSecretKey(next.app.db, again, { dataDir: '', secretKeyPrevious: after });
  await changeKey({ db: next.app.db, secrets: again, pause: noPause });
  await next.stop();
  const last = await serve(url, third, null);
  expect(last.app.secrets.addressHash('ada@example.com')).toEqual(ada.address_hash);
  await last.stop();
}, 300_000);

test('suppressed and erased addresses are found after the change as before', async () => {
  const { url, client } = await database();
  const { tidings, acme, blocked } = await furnished(url);
  expect(blocked.body.errors).toBeUndefined();
  const erased = await acme.rest('POST', '/workspaces/ref:shop/erasures', { email: 'erased@example.com' });
  expect(erased.status).toBeLessThan(300);
  await expect
    .poll(async () => (await client.query('SELECT FROM erasures WHERE finished_at IS NULL')).rowCount)
    .toBe(0);
  await tidings.stop();
  const running = await serve(url, after, before);
  const secrets = createSecrets(after, before);
  await checkSecretKey(running.app.db, secrets, { dataDir: '', secretKeyPrevious: before });
  await changeKey({ db: running.app.db, secrets, pause: noPause });
  await running.stop();
  const alone = await serve(url, after, null);
  const ask = async (email: string) => {
    const response = await fetch(`${alone.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${acme.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        query: `{ person(email: "${email}") {
          suppressions { nodes { id } } erasedAddresses { nodes { __typename } } } }`,
      }),
    });
    return response.json();
  };
  const found = await ask('blocked@example.com');
  expect(found.errors).toBeUndefined();
  expect(found.data.person.suppressions.nodes).toHaveLength(1);
  expect((await ask('erased@example.com')).data.person.erasedAddresses.nodes).toHaveLength(1);
  await alone.stop();
}, 300_000);

test('a change that was cut short goes on, and until its end no process starts without the previous key', async () => {
  const { url, client } = await database();
  const { tidings } = await furnished(url);
  await tidings.stop();
  const running = await serve(url, after, before);
  const secrets = createSecrets(after, before);
  await checkSecretKey(running.app.db, secrets, { dataDir: '', secretKeyPrevious: before });
  const stopped = changeKey({
    db: running.app.db,
    secrets,
    pause: noPause,
    tell: () => {
      throw new Error('stopped by the operator');
    },
  });
  await expect(stopped).rejects.toThrow('stopped by the operator');
  const state = await readKeyState(client);
  expect(state).toMatchObject({ changedAt: expect.any(Date), settledAt: null });
  await expect(serve(url, after, null)).rejects.toThrow(/SECRET_KEY_PREVIOUS: is still needed/);
  // A process that had not seen it has sealed with the old key meanwhile.
  const straggler = createSecrets(before).seal('whsec_straggler');
  await client.query('UPDATE webhook_secrets SET secret_sealed = $1', [straggler]);
  await running.stop();
  const second = await serve(url, after, before);
  const change = await changeKey({ db: second.app.db, secrets: second.app.secrets, pause: noPause });
  expect(change.changedAt).toEqual(state?.changedAt);
  expect(change.sealed['webhook secrets']).toBe(1);
  await second.stop();
  await (await serve(url, after, null)).stop();
}, 300_000);

test('rows that no key opens are counted, and end no change', async () => {
  const { url, client } = await database();
  const { tidings } = await furnished(url);
  await tidings.stop();
  await client.query('UPDATE webhook_secrets SET secret_sealed = $1', [createSecrets(third).seal('whsec_lost')]);
  const running = await serve(url, after, before);
  const change = await changeKey({ db: running.app.db, secrets: running.app.secrets, pause: noPause });
  expect(change.lost).toEqual({
    'DKIM keys': 0,
    'webhook secrets': 1,
    'headers of endpoints': 0,
    'searches of erasures': 0,
  });
  await running.stop();
}, 300_000);

test('a process that seals with the previous key to no end is named, and the change is not settled', async () => {
  const { url, client } = await database();
  const { tidings } = await furnished(url);
  await tidings.stop();
  const running = await serve(url, after, before);
  const old = createSecrets(before);
  const change = changeKey({
    db: running.app.db,
    secrets: running.app.secrets,
    pause: async () => {
      await client.query('UPDATE webhook_secrets SET secret_sealed = $1', [old.seal('whsec_again')]);
    },
  });
  await expect(change).rejects.toThrow('start every process with both keys');
  expect((await readKeyState(client))?.settledAt).toBeNull();
  await running.stop();
}, 300_000);

test('many rows are sealed anew in slices', async () => {
  const { url, client } = await database();
  const { tidings } = await furnished(url);
  await tidings.stop();
  const old = createSecrets(before);
  const many = 450;
  await client.query(
    `INSERT INTO webhook_secrets (platform_id, id, secret_sealed, last_four, created_at)
     SELECT s.platform_id, 'many' || lpad(i.n::text, 22, '0'), i.sealed, '0000', now()
     FROM (SELECT platform_id FROM webhook_secrets LIMIT 1) s,
       unnest($1::int[], $2::bytea[]) AS i (n, sealed)`,
    [Array.from({ length: many }, (_, n) => n), Array.from({ length: many }, (_, n) => old.seal(`whsec_${n}`))],
  );
  const running = await serve(url, after, before);
  const told: unknown[] = [];
  const change = await changeKey({
    db: running.app.db,
    secrets: running.app.secrets,
    pause: noPause,
    tell: (progress) => told.push(progress),
  });
  expect(change.sealed['webhook secrets']).toBe(many + 1);
  expect(told).toEqual([
    { kind: 'DKIM keys', sealed: 1 },
    { kind: 'webhook secrets', sealed: 200 },
    { kind: 'webhook secrets', sealed: 400 },
    { kind: 'webhook secrets', sealed: many + 1 },
    { kind: 'headers of endpoints', sealed: 1 },
    'waiting',
  ]);
  await running.stop();
}, 300_000);

test('the command says what is missing', async () => {
  const { PATH = '' } = process.env;
  const failed = run(process.execPath, ['--import', 'tsx', 'src/rotate-secrets.ts'], {
    env: { PATH, SECRET_KEY: after },
  });
  await expect(failed).rejects.toMatchObject({
    stderr: expect.stringContaining('DATABASE_URL, SECRET_KEY and SECRET_KEY_PREVIOUS: all three are needed'),
  });
});
