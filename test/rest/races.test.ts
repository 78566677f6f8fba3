/** Simultaneous requests of which only one can succeed: one winner, no internal error, nothing half done. */
import { describe, expect, it } from 'vitest';
import { atOnce, crowd, tally } from './harness/at-once.ts';
import { openPlatform, operate } from './harness/platform.ts';
import { makeContact, makeEventType, template } from './harness/samples.ts';

const acme = await openPlatform();

describe('one name, asked for twenty times at once', () => {
  it('makes one workspace', async () => {
    const body = { name: 'Race', reference: 'race' };
    const answers = await atOnce(() => acme.ask('createWorkspace', { body }));
    expect(tally(answers)).toEqual({ 201: 1, '409 reference_taken': 19 });
  });

  it('makes one contact', async () => {
    const call = { path: { contact: 'ref:race' }, body: { email: 'race@example.com' } };
    const answers = await atOnce(() => acme.ask('upsertContact', call));
    expect(tally(answers)).toEqual({ 200: 19, 201: 1 });
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
  });

  it('makes one contact by batches too', async () => {
    const contacts = Array.from({ length: 5 }, (_, at) => ({
      reference: `batch-${at}`,
      email: `batch-${at}@example.com`,
    }));
    const answers = await atOnce((number) =>
      acme.ask('upsertContacts', { body: { contacts: number % 2 ? contacts : contacts.toReversed() } }),
    );
    expect(tally(answers)).toEqual({ 200: 20 });
    const results = answers.flatMap(({ body }) => body.data.map(({ result }: { result: string }) => result));
    expect(results.filter((result) => result === 'created')).toHaveLength(5);
    expect(results.filter((result) => result === 'updated')).toHaveLength(95);
  });

  it('makes one attribute definition', async () => {
    const answers = await atOnce(() =>
      acme.ask('createAttributeDefinition', { body: { key: 'race', name: 'Race', type: 'string' } }),
    );
    expect(tally(answers)).toEqual({ 201: 1, '409 key_taken': 19 });
  });

  it('makes one event type', async () => {
    const answers = await atOnce(() => acme.ask('saveEventType', { path: { name: 'race' }, body: { fields: [] } }));
    expect(tally(answers)).toEqual({ 200: 19, 201: 1 });
  });

  it('makes one sending domain', async () => {
    const owner = await openPlatform('Domain');
    const answers = await atOnce(() => owner.ask('saveSendingDomain', { body: { domain: 'mail.race.test' } }));
    expect(tally(answers)).toEqual({ 200: 19, 201: 1 });
    expect(new Set(answers.map(({ body }) => body.data.dkim_selector)).size).toBe(1);
  });

  it('makes one tag, and a contact that gets twenty has them all', async () => {
    const contacts = await Promise.all(Array.from({ length: crowd }, (_, at) => makeContact(acme, `tagged-${at}`)));
    const tagged = await atOnce((number) =>
      acme.ask('addContactTags', { path: { contact: contacts[number] ?? '' }, body: { tags: ['Shared'] } }),
    );
    expect(new Set(tagged.map(({ body }) => body.data.tags[0].id)).size).toBe(1);
    const path = { contact: contacts[0] ?? '' };
    await atOnce((number) => acme.ask('addContactTags', { path, body: { tags: [`own ${number}`] } }));
    expect((await acme.ask('getContact', { path })).body.data.tags).toHaveLength(crowd + 1);
  });
});

describe('one address', () => {
  it('goes to one of two contacts that are made with it, whom the other is told', async () => {
    for (let round = 0; round < crowd; round++) {
      const fight = (side: string) =>
        acme.ask('upsertContact', {
          path: { contact: `ref:${side}-${round}` },
          body: { email: `fought-${round}@example.com` },
        });
      const answers = await Promise.all([fight('left'), fight('right')]);
      expect(tally(answers)).toEqual({ 201: 1, '409 email_taken': 1 });
      const winner = answers.find(({ status }) => status === 201)?.body.data.reference;
      const loser = answers.find(({ status }) => status === 409)?.body;
      expect(loser.contact).toBe(`ref:${winner}`);
      const path = { contact: `ref:${winner === `left-${round}` ? 'right' : 'left'}-${round}` };
      expect((await acme.ask('getContact', { path })).status).toBe(404);
    }
  });

  it('goes to one of twenty contacts that are changed to it', async () => {
    await Promise.all(Array.from({ length: crowd }, (_, at) => makeContact(acme, `mover-${at}`)));
    const answers = await atOnce((number) =>
      acme.ask('upsertContact', { path: { contact: `ref:mover-${number}` }, body: { email: 'prize@example.com' } }),
    );
    expect(tally(answers)).toEqual({ 200: 1, '409 email_taken': 19 });
    const { body } = await acme.ask('listContacts', { query: { search: 'prize@' } });
    expect(body.data).toHaveLength(1);
  });

  it('may be swapped by two contacts in nobody’s favour, and both keep one', async () => {
    await makeContact(acme, 'swap-a');
    await makeContact(acme, 'swap-b');
    const take = (reference: string, email: string) =>
      acme.ask('upsertContact', { path: { contact: `ref:${reference}` }, body: { email } });
    const answers = await Promise.all([take('swap-a', 'swap-b@example.com'), take('swap-b', 'swap-a@example.com')]);
    expect(tally(answers)).toEqual({ '409 email_taken': 2 });
  });

  it('of a contact that is deleted is free for the next, whichever comes first', async () => {
    for (let round = 0; round < 5; round++) {
      await makeContact(acme, `gone-${round}`);
      const [deleted, made] = await Promise.all([
        acme.ask('deleteContact', { path: { contact: `ref:gone-${round}` } }),
        acme.ask('upsertContact', {
          path: { contact: `ref:heir-${round}` },
          body: { email: `gone-${round}@example.com` },
        }),
      ]);
      expect(deleted.status).toBe(204);
      expect([201, 409]).toContain(made.status);
    }
  });
});

describe('saves of one template', () => {
  it('from one base version: one is written', async () => {
    await makeEventType(acme, 'based');
    const path = { name: 'based' };
    const answers = await atOnce((number) =>
      acme.ask('saveTemplate', { path, body: { ...template, subject: `Save ${number}`, base_version: 1 } }),
    );
    expect(tally(answers)).toEqual({ 200: 1, '409 version_conflict': 19 });
    const { body } = await acme.ask('listTemplateVersions', { path });
    expect(body.data.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
  });

  it('without one: all are written, and no number twice', async () => {
    await makeEventType(acme, 'free');
    const path = { name: 'free' };
    const answers = await atOnce((number) =>
      acme.ask('saveTemplate', { path, body: { ...template, subject: `Save ${number}` } }),
    );
    const versions = answers.map(({ body }) => body.data.version);
    expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: crowd }, (_, at) => at + 2));
    expect((await acme.ask('getTemplate', { path })).body.data.version).toBe(crowd + 1);
  });

  it('the first ones: one is the first', async () => {
    await makeEventType(acme, 'firsts', { withTemplate: false });
    const answers = await atOnce((number) =>
      acme.ask('saveTemplate', { path: { name: 'firsts' }, body: { ...template, subject: `Save ${number}` } }),
    );
    expect(tally(answers)).toEqual({ 200: 19, 201: 1 });
  });
});

describe('ceilings', () => {
  it('of workspaces are not passed', async () => {
    const small = await openPlatform('Small');
    await operate(
      `mutation ($input: WorkspaceCeilingSetInput!) { workspaceCeilingSet(input: $input) { platform { id } } }`,
      { input: { platformId: small.id, ceiling: 5 } },
    );
    const answers = await atOnce((number) =>
      small.ask('createWorkspace', { body: { name: 'More', reference: `more-${number}` } }),
    );
    expect(tally(answers)).toEqual({ 201: 4, '409 workspace_ceiling_reached': 16 });
  });

  it('of endpoints and secrets are not passed, and one secret is the first', async () => {
    const owner = await openPlatform('Endpoints');
    const body = { url: 'https://hooks.test/race', types: ['message.bounced'] };
    const answers = await atOnce(() => owner.ask('createWebhookEndpoint', { body }));
    expect(tally(answers)).toEqual({ 201: 10, '409 endpoint_ceiling_reached': 10 });
    const made = answers.filter(({ status }) => status === 201);
    expect(made.filter((answer) => answer.body.signing_secret !== null)).toHaveLength(1);
    const secrets = await atOnce(() => owner.ask('createWebhookSecret'));
    expect(tally(secrets)).toEqual({ 201: 2, '409 secret_ceiling_reached': 18 });
    const { body: listed } = await owner.ask('listWebhookSecrets');
    const revoked = await Promise.all(
      listed.data.map(({ id }: { id: string }) => owner.ask('deleteWebhookSecret', { path: { id } })),
    );
    expect(tally(revoked)).toEqual({ 204: 2, '409 last_secret_in_use': 1 });
  });
});
