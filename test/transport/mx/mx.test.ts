import { Resolver } from 'node:dns/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/ground/config/config.ts';
import { createTransport } from '../../../src/transport/create-transport.ts';
import { createExchangers } from '../../../src/transport/mx/exchangers.ts';
import { createMxTransport } from '../../../src/transport/mx/mx.ts';
import { createStsPolicies, type StsPolicies } from '../../../src/transport/mx/sts-policies.ts';
import type { Transport } from '../../../src/transport/transport.ts';
import { type NameServer, startNameServer } from '../../support/name-server.ts';
import { startSmtpSink } from '../../support/smtp-sink.ts';
import { createAuthority } from '../support/make-certificates.ts';

const closers: (() => unknown)[] = [];
let names: NameServer;
let dns: Resolver;

beforeEach(async () => {
  names = await startNameServer();
  closers.push(names.stop);
  dns = new Resolver({ timeout: 30_000, tries: 1 });
  dns.setServers([names.address]);
});

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const anywhere = (_address: string) => true;
const noPolicy: StsPolicies = { enforced: async () => null };

/** An exchanger at `address`; all of one test share a port, as exchangers do. */
async function sink(options: Parameters<typeof startSmtpSink>[0] & { address?: string; port?: number } = {}) {
  const started = await startSmtpSink(options);
  closers.push(started.stop);
  return started;
}

function transport(port: number, policies: StsPolicies = noPolicy, connections = 10, mayAsk = anywhere): Transport {
  const created = createMxTransport({
    exchangers: createExchangers(dns, mayAsk),
    policies,
    port,
    connections,
    clientName: 'bounces.example.com',
  });
  closers.push(created.close);
  return created;
}

const mail = (to: string) => ({
  party: 'a workspace',
  envelope: { from: 'b+01ABC.mac@bounces.example.com', to },
  pieces: [Buffer.from(`From: a@example.com\r\nTo: ${to}\r\nSubject: x\r\n\r\nHello\r\n`)],
});

describe('mx transport: whom it asks', () => {
  it.each([
    ['off', { NODE_ENV: 'development', MX_PRIVATE_ADDRESSES: 'off' }, 'temporary', 0],
    ['on', { NODE_ENV: 'development', MX_PRIVATE_ADDRESSES: 'on' }, 'delivered', 4],
  ])(
    'with MX_PRIVATE_ADDRESSES=%s, private exchangers by name, by address and by themselves',
    async (_value, env, outcome, mails) => {
      const inside = await sink();
      names.mx('named.example', [10, 'mx.named.example']);
      names.a('mx.named.example', '127.0.0.1');
      names.mx('local.example', [10, 'localhost']);
      names.a('localhost', '127.0.0.1');
      names.mx('literal.example', [10, '127.0.0.1']);
      names.a('127.0.0.1', '127.0.0.1');
      names.a('implicit.example', '127.0.0.1');
      const config = readConfig({
        ...env,
        TRANSPORT: 'mx',
        SPF_VALUE: 'include:example.com',
        MX_PORT: String(inside.port),
        DNS_SERVERS: names.address,
      });
      const out = createTransport(config, null);
      closers.push(out.close);
      for (const domain of ['named', 'local', 'literal', 'implicit']) {
        expect(await out.deliver(mail(`ada@${domain}.example`)), domain).toMatchObject({ outcome });
      }
      expect(inside.mails).toHaveLength(mails);
    },
  );

  it('asks the most preferred exchanger, and its word is the recipient side', async () => {
    const preferred = await sink();
    const other = await sink({ address: '127.0.0.2', port: preferred.port });
    names.mx('example.net', [20, 'mx2.example.net'], [10, 'mx1.example.net']);
    names.a('mx1.example.net', '127.0.0.1');
    names.a('mx2.example.net', '127.0.0.2');
    const result = await transport(preferred.port).deliver(mail('ada@Example.NET'));
    expect(result).toMatchObject({ outcome: 'delivered', evidence: 'exchanger', exchanger: 'mx1.example.net' });
    expect([preferred.mails.length, other.mails.length]).toEqual([1, 0]);
  });

  it('never asks an address that it may not, and goes on to the next exchanger', async () => {
    const here = await sink();
    const other = await sink({ address: '127.0.0.2', port: here.port });
    names.mx('example.net', [10, 'mx1.example.net'], [20, 'mx2.example.net']);
    names.a('mx1.example.net', '127.0.0.1');
    names.a('mx2.example.net', '127.0.0.2');
    const careful = transport(here.port, noPolicy, 10, (address) => address !== '127.0.0.1');
    expect(await careful.deliver(mail('ada@example.net'))).toMatchObject({ exchanger: 'mx2.example.net' });
    expect([here.mails.length, other.mails.length]).toEqual([0, 1]);
  });

  it('goes on to the next exchanger when one cannot be reached or turns everybody away, and leaves it alone then', async () => {
    const spare = await sink({ address: '127.0.0.3' });
    const busy = await sink({
      address: '127.0.0.2',
      port: spare.port,
      onConnect: (_session, done) => done(new Error('busy')),
    });
    names.mx('example.net', [10, 'gone.example.net'], [20, 'busy.example.net'], [30, 'spare.example.net']);
    names.a('gone.example.net', '127.0.0.9');
    names.a('busy.example.net', '127.0.0.2');
    names.a('spare.example.net', '127.0.0.3');
    const out = transport(spare.port);
    for (const to of ['ada@example.net', 'bob@example.net']) {
      expect(await out.deliver(mail(to))).toMatchObject({ outcome: 'delivered', exchanger: 'spare.example.net' });
    }
    expect(spare.mails).toHaveLength(2);
    expect(busy.mails).toHaveLength(0);
  });

  it('tries each address of a host, of both families', async () => {
    const sixth = await sink({ address: '::1' });
    names.mx('example.net', [10, 'mx.example.net']);
    names.a('mx.example.net', '127.0.0.9');
    names.aaaa('mx.example.net', '::1');
    expect(await transport(sixth.port).deliver(mail('ada@example.net'))).toMatchObject({ outcome: 'delivered' });
  });

  it.each(['A', 'AAAA'] as const)('takes a domain without MX for its own exchanger, by its %s', async (type) => {
    const host = await sink({ address: type === 'A' ? '127.0.0.1' : '::1' });
    if (type === 'A') names.a('example.net', '127.0.0.1');
    else names.aaaa('example.net', '::1');
    const result = await transport(host.port).deliver(mail('ada@example.net'));
    expect(result).toMatchObject({ outcome: 'delivered', exchanger: 'example.net' });
  });

  it('sends nothing to a domain with a null MX, though it has an address: its host takes no mail', async () => {
    const host = await sink();
    names.mx('example.net', [0, '.']);
    names.a('example.net', '127.0.0.1');
    const result = await transport(host.port).deliver(mail('ada@example.net'));
    expect(result).toMatchObject({ outcome: 'bounced', bounce: 'hard', category: 'recipient', enhancedCode: '5.1.10' });
    expect(host.mails).toHaveLength(0);
  });

  it('bounces hard what is for a domain that does not exist, or has neither exchanger nor address', async () => {
    names.txt('example.net', 'nothing for mail');
    for (const to of ['ada@example.net', 'ada@nowhere.example']) {
      const result = await transport(1).deliver(mail(to));
      expect(result).toMatchObject({ outcome: 'bounced', bounce: 'hard', enhancedCode: '5.1.2', exchanger: null });
    }
  });

  it('tries again later when DNS does not answer, or no exchanger has an address', async () => {
    names.fail('broken.example');
    names.mx('astray.example', [10, 'mx.nowhere.example']);
    for (const to of ['ada@broken.example', 'ada@astray.example']) {
      expect(await transport(1).deliver(mail(to))).toMatchObject({ outcome: 'temporary', category: 'infrastructure' });
    }
  });

  it('bounces hard after an hour of retries where none of the named exchangers exists, and not before', async () => {
    names.mx('astray.example', [10, 'mx1.nowhere.example'], [20, 'mx2.nowhere.example']);
    const out = transport(1);
    const triedFor = (retriedForMs: number) => out.deliver({ ...mail('ada@astray.example'), retriedForMs });
    expect(await triedFor(3_599_999)).toMatchObject({ outcome: 'temporary', enhancedCode: '4.4.4', exchanger: null });
    expect(await triedFor(3_600_000)).toMatchObject({ outcome: 'bounced', bounce: 'hard', enhancedCode: '5.1.2' });
  });

  it.each([
    ['has no address', (): void => names.txt('mx2.example', 'a name without an address')],
    ['is not told by its name server', (): void => names.fail('mx2.example')],
    ['has an address that may not be asked', (): void => names.a('mx2.example', '127.0.0.1')],
  ])('never bounces hard where one of the exchangers %s', async (_what, publish) => {
    names.mx('astray.example', [10, 'mx1.nowhere.example'], [20, 'mx2.example']);
    publish();
    const out = transport(1, noPolicy, 10, () => false);
    const result = await out.deliver({ ...mail('ada@astray.example'), retriedForMs: 80_000_000 });
    expect(result).toMatchObject({ outcome: 'temporary', category: 'infrastructure' });
  });

  it('never bounces hard where the domain names more exchangers than are tried', async () => {
    names.mx('astray.example', ...[1, 2, 3, 4, 5, 6].map((n) => [n, `mx${n}.nowhere.example`] as const));
    const result = await transport(1).deliver({ ...mail('ada@astray.example'), retriedForMs: 80_000_000 });
    expect(result).toMatchObject({ outcome: 'temporary' });
  });

  it('offers the mail to nobody else once an exchanger refused the recipient', async () => {
    const first = await sink({
      judge: (stage) => (stage === 'rcpt' ? { code: 550, text: '5.1.1 No such user' } : null),
    });
    const second = await sink({ address: '127.0.0.2', port: first.port });
    names.mx('example.net', [10, 'mx1.example.net'], [20, 'mx2.example.net']);
    names.a('mx1.example.net', '127.0.0.1');
    names.a('mx2.example.net', '127.0.0.2');
    const result = await transport(first.port).deliver(mail('ada@example.net'));
    expect(result).toMatchObject({ outcome: 'bounced', bounce: 'hard', exchanger: 'mx1.example.net' });
    expect(second.sessions.size).toBe(0);
  });
});

describe('mx transport: connections', () => {
  it('keeps its connections for all domains of one exchanger and opens no more than it may', async () => {
    const host = await sink();
    names.a('mx.example.net', '127.0.0.1');
    for (const n of [1, 2, 3]) names.mx(`d${n}.example`, [10, 'mx.example.net']);
    const out = transport(host.port, noPolicy, 2);
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, n) => out.deliver(mail(`u${n}@d${(n % 3) + 1}.example`))),
    );
    expect(results.every(({ outcome }) => outcome === 'delivered')).toBe(true);
    expect(host.sessions.size).toBe(2);
    expect(names.asked.filter((question) => question === 'A mx.example.net').length).toBeLessThanOrEqual(6);
  });

  it('opens no more to an exchanger than it may, though some domains demand a certificate and others do not', async () => {
    const authority = await createAuthority();
    const trusted = getCACertificates('default');
    closers.push(() => setDefaultCACertificates(trusted));
    setDefaultCACertificates([...trusted, authority.ca]);
    let open = 0;
    let most = 0;
    const host = await sink({
      ...(await authority.issue('mx.example.net')),
      onConnect: (_session, done) => {
        open += 1;
        most = Math.max(most, open);
        done();
      },
      onClose: () => {
        open -= 1;
      },
    });
    names.a('mx.example.net', '127.0.0.1');
    for (const n of [0, 1]) names.mx(`d${n}.example`, [10, 'mx.example.net']);
    const strict: StsPolicies = { enforced: async (domain) => (domain === 'd1.example' ? () => true : null) };
    const out = transport(host.port, strict, 2);
    for (const round of [0, 1, 2]) {
      const sent = Array.from({ length: 10 }, (_, n) => out.deliver(mail(`u${round}${n}@d${n % 2}.example`)));
      expect(new Set((await Promise.all(sent)).map(({ outcome }) => outcome))).toEqual(new Set(['delivered']));
    }
    expect(host.mails).toHaveLength(30);
    expect(most).toBe(2);
  });

  it('speaks TLS where it is offered, whatever the certificate, and in the clear where it is broken', async () => {
    const authority = await createAuthority();
    const good = await sink({ ...(await authority.issue('elsewhere.example')) });
    names.a('example.net', '127.0.0.1');
    expect((await transport(good.port).deliver(mail('ada@example.net'))).tlsVersion).toMatch(/^TLSv1\.[23]$/);
    // Nothing in common but what no client speaks any more.
    const broken = await sink({ ...(await authority.issue('x.example')), minVersion: 'TLSv1', maxVersion: 'TLSv1' });
    names.a('broken.example', '127.0.0.1');
    const result = await transport(broken.port).deliver(mail('ada@broken.example'));
    expect(result).toMatchObject({ outcome: 'delivered', tlsVersion: null });
  });
});

describe('mx transport: MTA-STS', () => {
  const enforcing = (...hosts: readonly string[]): StsPolicies => ({
    enforced: async () => (host) => hosts.includes(host),
  });

  it('passes over exchangers that the policy does not name', async () => {
    const host = await sink();
    names.mx('example.net', [10, 'attacker.example']);
    names.a('attacker.example', '127.0.0.1');
    const result = await transport(host.port, enforcing('mx.example.net')).deliver(mail('ada@example.net'));
    expect(result).toMatchObject({ outcome: 'temporary', enhancedCode: '4.7.5' });
    expect(host.sessions.size).toBe(0);
  });

  it('sends nothing in the clear or under a certificate that is not valid, and all under one that is', async () => {
    const authority = await createAuthority();
    const usual = getCACertificates('default');
    closers.push(() => setDefaultCACertificates(usual));
    names.mx('example.net', [10, 'mx.example.net']);
    names.a('mx.example.net', '127.0.0.1');
    const policy = enforcing('mx.example.net');

    const clear = await sink();
    expect((await transport(clear.port, policy).deliver(mail('ada@example.net'))).outcome).toBe('temporary');
    const strange = await sink({ ...(await authority.issue('mx.example.net')) });
    expect((await transport(strange.port, policy).deliver(mail('ada@example.net'))).outcome).toBe('temporary');
    setDefaultCACertificates([...usual, authority.ca]);
    const misnamed = await sink({ ...(await authority.issue('other.example.net')) });
    expect((await transport(misnamed.port, policy).deliver(mail('ada@example.net'))).outcome).toBe('temporary');
    expect([clear, strange, misnamed].map(({ mails }) => mails.length)).toEqual([0, 0, 0]);

    const valid = await sink({ ...(await authority.issue('mx.example.net')) });
    const result = await transport(valid.port, policy).deliver(mail('ada@example.net'));
    expect(result).toMatchObject({ outcome: 'delivered', exchanger: 'mx.example.net' });
    expect(result.tlsVersion).toMatch(/^TLS/);
  });

  it('enforces nothing for a domain without a policy, or whose policy host is at an address that may not be asked', async () => {
    names.txt('_mta-sts.example.net', 'v=STSv1; id=1;');
    names.a('mta-sts.example.net', '127.0.0.1');
    const policies = createStsPolicies({ dns, mayFetchFrom: () => false });
    expect(await policies.enforced('example.net')).toBeNull();
    expect(await policies.enforced('example.org')).toBeNull();
    expect(names.asked).toContain('A mta-sts.example.net');
  });

  it('passes over a record that is too long to be one', async () => {
    names.txt('_mta-sts.example.net', `v=STSv1; id=1; x=${'x'.repeat(600)};`);
    names.a('mta-sts.example.net', '127.0.0.1');
    const policies = createStsPolicies({ dns, mayFetchFrom: () => false });
    expect(await policies.enforced('example.net')).toBeNull();
    expect(names.asked).not.toContain('A mta-sts.example.net');
  });
});
