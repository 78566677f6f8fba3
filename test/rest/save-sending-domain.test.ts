import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const save = (domain: unknown) => acme.ask('saveSendingDomain', { body: { domain } });

refusesAsUsual('saveSendingDomain', acme, () => ({ body: { domain: 'mail.acme.example.com' } }));

it('registers a domain with the records to publish', async () => {
  const owner = await openPlatform('Owner');
  const { status, body } = await owner.ask('saveSendingDomain', { body: { domain: 'Mail.Owner.example.com' } });
  expect(status).toBe(201);
  expect(body.data).toMatchObject({ domain: 'mail.owner.example.com', status: 'pending', sendable: false });
  const records = Object.fromEntries(
    body.data.records.map(({ purpose, ...rest }: { purpose: string; name: string }) => [purpose, rest]),
  );
  const selector = body.data.dkim_selector;
  expect(records).toMatchObject({
    dkim: {
      type: 'TXT',
      name: `${selector}._domainkey.mail.owner.example.com`,
      value: expect.stringMatching(/^v=DKIM1; ?k=rsa; ?p=[A-Za-z0-9+/=]{300,}$/),
      required: true,
    },
    return_path: { type: 'MX', name: 'bounces.mail.owner.example.com', required: true },
    spf: { type: 'TXT', name: 'bounces.mail.owner.example.com', required: true },
    dmarc: { type: 'TXT', name: '_dmarc.mail.owner.example.com', required: false },
  });
});

it('answers 200 for the same domain and for another that takes its place', async () => {
  const first = await save('mail.acme.test');
  const same = await save('mail.acme.test');
  expect([same.status, same.body.data.id, same.body.data.dkim_selector]).toEqual([
    200,
    first.body.data.id,
    first.body.data.dkim_selector,
  ]);
  const other = await save('news.acme.example.com');
  expect([other.status, other.body.data]).toMatchObject([200, { domain: 'news.acme.example.com', sendable: false }]);
  expect((await acme.ask('getSendingDomain')).body).toEqual(other.body);
});

it('says where replies come to, where they are wanted', async () => {
  const owner = await openPlatform('Answered');
  const put = (body: object) =>
    owner.ask('saveSendingDomain', { body: { domain: 'mail.answered.example.com', ...body } });
  expect((await put({})).body.data).not.toHaveProperty('reply_domain');
  const { body } = await put({ replies: true });
  expect(body.data.reply_domain).toBe('reply.mail.answered.example.com');
  expect(body.data.records.at(-1)).toMatchObject({ purpose: 'reply', type: 'MX', required: false, status: 'pending' });
  expect((await put({})).body).toEqual(body);
  const without = await put({ replies: false });
  expect(without.body.data).not.toHaveProperty('reply_domain');
  expect(without.body.data.records).toHaveLength(4);
  const wrong = await put({ replies: 'yes' });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['replies']]);
});

it('refuses what is no domain', async () => {
  const names = [
    '',
    'acme',
    'a b.example',
    '-a.example',
    'a..example',
    'https://a.example',
    '192.0.2.1',
    'x@a.example',
  ];
  for (const domain of [...names, `${'a'.repeat(64)}.example`, `${'a.'.repeat(130)}example`, 7, null, undefined]) {
    const { status, body } = await save(domain);
    expect([status, Object.keys(body.errors ?? {})], String(domain)).toEqual([422, ['domain']]);
  }
});
