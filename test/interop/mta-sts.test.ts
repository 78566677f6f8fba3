/**
 * MTA-STS (RFC 8461) from end to end: policies are published in DNS and served over HTTPS at port 443, where alone they
 * are asked for, so this needs the right to listen there, as the other programs of these tests do.
 */
import { once } from 'node:events';
import { createServer } from 'node:https';
import { createSecureContext, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTransport } from '../../src/transport/create-transport.ts';
import type { Transport } from '../../src/transport/transport.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { type Authority, createAuthority } from '../transport/support/make-certificates.ts';

/** The policies' host, on this machine alone. */
const policyAddress = '127.0.84.61';
const httpsPort = 443;

const closers: (() => unknown)[] = [];
let names: NameServer;
let authority: Authority;
let out: Transport | undefined;
let port: number;
let exchangers = 0;
const policies = new Map<string, { readonly status: number; readonly type: string; readonly text: string }>();
const asked: string[] = [];

beforeAll(async () => {
  names = await startNameServer();
  closers.push(names.stop);
  authority = await createAuthority();
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, authority.ca]);
  closers.push(() => setDefaultCACertificates(usual));
  await servePolicies();
  const first = await startSmtpSink({ address: '127.0.85.1' });
  closers.push(first.stop);
  port = first.port;
  out = createTransport(
    {
      transport: 'mx',
      smtpUrl: null,
      ehloName: 'bounces.tidings.test',
      sourceAddresses: [],
      mxPort: port,
      mxPrivateAddresses: true,
      exchangerRules: null,
      warmUp: null,
      mxConnections: 5,
      dnsServers: [names.address],
      production: false,
    },
    null,
  );
});

afterAll(async () => {
  // Before the exchangers: they wait for its sessions.
  await out?.close();
  for (const close of closers.splice(0).reverse()) await close();
});

/** A host for all policies, which shows each name its own certificate: of `forged.…` under another name. */
async function servePolicies(): Promise<void> {
  const server = createServer(
    {
      SNICallback(name, done) {
        authority.issue(name.includes('forged.') ? 'elsewhere.example' : name).then(
          (pair) => done(null, createSecureContext(pair)),
          (error: unknown) => done(error instanceof Error ? error : new Error('no certificate')),
        );
      },
    },
    (request, response) => {
      const host = request.headers.host ?? '';
      asked.push(`${host}${request.url}`);
      const { status, type, text } = policies.get(host) ?? { status: 404, type: 'text/plain', text: '' };
      response.writeHead(status, { 'content-type': type, location: `https://${host}/elsewhere` }).end(text);
    },
  );
  server.listen(httpsPort, policyAddress);
  await once(server, 'listening');
  closers.push(() => server.close());
}

interface Given {
  readonly domain: string;
  readonly mode: 'enforce' | 'testing' | 'none';
  /** The policy's line of exchangers; default: the one that there is. */
  readonly allowed?: string;
  /** The exchanger's certificate for STARTTLS is for this name; null: it offers no TLS. Default: its own name. */
  readonly certificateFor?: string | null;
  /** Signed by an untrusted authority. */
  readonly strange?: boolean;
  readonly served?: { readonly status?: number; readonly type?: string };
}

/** A domain with an exchanger and a policy; gives the exchanger. */
async function publish(given: Given): Promise<SmtpSink> {
  const { domain, mode, served } = given;
  const host = `mx.${domain}`;
  const name = given.certificateFor === undefined ? host : given.certificateFor;
  const signer = given.strange ? await createAuthority() : authority;
  exchangers += 1;
  const address = `127.0.85.${1 + exchangers}`;
  const sink = await startSmtpSink({ address, port, ...(name === null ? {} : await signer.issue(name)) });
  closers.push(sink.stop);
  names.mx(domain, [10, host]);
  names.a(host, address);
  names.txt(`_mta-sts.${domain}`, 'v=STSv1; id=20260302T090000;');
  names.a(`mta-sts.${domain}`, policyAddress);
  policies.set(`mta-sts.${domain}`, {
    status: served?.status ?? 200,
    type: served?.type ?? 'text/plain; charset=utf-8',
    text: ['version: STSv1', `mode: ${mode}`, `mx: ${given.allowed ?? host}`, 'max_age: 86400', ''].join('\r\n'),
  });
  return sink;
}

const sendTo = (domain: string) =>
  out?.deliver({
    party: 'a workspace',
    envelope: { from: 'b+01ABC.mac@bounces.example.com', to: `ada@${domain}` },
    pieces: [Buffer.from(`From: a@example.com\r\nTo: ada@${domain}\r\nSubject: x\r\n\r\nHello\r\n`)],
  });

/** Requirements of a policy that an exchanger can miss. */
const faults: readonly (readonly [string, string, Partial<Given>])[] = [
  ['offers no TLS', 'clear', { certificateFor: null }],
  ['shows a certificate for another name', 'misnamed', { certificateFor: 'mx.elsewhere.example' }],
  ['shows a certificate that nobody trusts', 'strange', { strange: true }],
  ['is not named in the policy', 'unnamed', { allowed: 'mx.elsewhere.example' }],
];

describe('a policy that is enforced', () => {
  test.each(faults)('keeps all mail from an exchanger that %s, and it is tried again later', async (_, name, fault) => {
    const domain = `${name}.enforced.example`;
    const sink = await publish({ domain, mode: 'enforce', ...fault });
    expect(await sendTo(domain)).toMatchObject({ outcome: 'temporary', category: expect.any(String) });
    expect(sink.mails).toHaveLength(0);
    expect(asked).toContain(`mta-sts.${domain}/.well-known/mta-sts.txt`);
  });

  test.each([
    ['by name', 'named.enforced.example', undefined],
    ['by a pattern', 'pattern.enforced.example', '*.pattern.enforced.example'],
  ])('lets mail through to a valid exchanger that it allows %s, over TLS', async (_, domain, allowed) => {
    const sink = await publish({ domain, mode: 'enforce', ...(allowed ? { allowed } : {}) });
    const result = await sendTo(domain);
    expect(result).toMatchObject({ outcome: 'delivered', exchanger: `mx.${domain}` });
    expect(result?.tlsVersion).toMatch(/^TLSv1\.[23]$/);
    expect(sink.mails.map(({ secure }) => secure)).toEqual([true]);
    // Asked for once, and kept.
    await sendTo(domain);
    expect(asked.filter((path) => path.startsWith(`mta-sts.${domain}/`))).toHaveLength(1);
  });

  test('goes on to the next exchanger when the preferred one has no valid certificate', async () => {
    const domain = 'second.enforced.example';
    const bad = await publish({ domain, mode: 'enforce', allowed: `*.${domain}`, strange: true });
    const good = await startSmtpSink({ address: '127.0.85.200', port, ...(await authority.issue(`mx2.${domain}`)) });
    closers.push(good.stop);
    names.mx(domain, [10, `mx.${domain}`], [20, `mx2.${domain}`]);
    names.a(`mx2.${domain}`, '127.0.85.200');
    expect(await sendTo(domain)).toMatchObject({ outcome: 'delivered', exchanger: `mx2.${domain}` });
    expect([bad.mails.length, good.mails.length]).toEqual([0, 1]);
  });
});

describe('what enforces nothing', () => {
  test.each(faults)('a policy in testing, when the exchanger %s', async (_, name, fault) => {
    const domain = `${name}.testing.example`;
    const sink = await publish({ domain, mode: 'testing', ...fault });
    expect(await sendTo(domain)).toMatchObject({ outcome: 'delivered' });
    expect(sink.mails).toHaveLength(1);
    expect(asked).toContain(`mta-sts.${domain}/.well-known/mta-sts.txt`);
  });

  test.each<readonly [string, string, Given['served']]>([
    ['is not there', 'absent', { status: 404 }],
    ['is somewhere else', 'moved', { status: 301 }],
    ['is no plain text', 'html', { type: 'text/html' }],
    ['is served under another name', 'forged', {}],
  ])('a policy that %s', async (_, name, served) => {
    const domain = `${name}.example`;
    const sink = await publish({ domain, mode: 'enforce', certificateFor: null, served: served ?? {} });
    expect(await sendTo(domain)).toMatchObject({ outcome: 'delivered', tlsVersion: null });
    expect(sink.mails).toHaveLength(1);
    expect(asked).not.toContain(`mta-sts.${domain}/elsewhere`);
  });
});
