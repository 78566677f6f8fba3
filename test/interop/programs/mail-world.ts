/** The service among programs that others wrote: dnsmasq answers for DNS, Postfix stands for the rest of the world. */

import { starterNames } from '../../../emails/starters/index.ts';
import type { Clock } from '../../../src/ground/time/clock.ts';
import { freePort } from '../../support/free-port.ts';
import { type Backend, startTestService, type TestService } from '../../support/service.ts';
import { type Dnsmasq, type DnsZone, startDnsmasq } from './dnsmasq.ts';
import { type PolicyServer, startPolicyServer } from './policy-server.ts';
import { type Postfix, startPostfix } from './postfix.ts';

export interface MailWorld {
  readonly dns: Dnsmasq;
  /** Takes mail for inbox.test. */
  readonly exchanger: Postfix;
  /** Takes mail for everybody and hands it on; promises delivery reports. */
  readonly relay: Postfix;
  /** Sends straight to exchangers; its domain is verified. */
  readonly direct: Sender;
  /** Sends through the relay. */
  readonly relayed: Sender;
  stop(): Promise<void>;
}

export interface Sender {
  readonly service: TestService;
  readonly backend: Backend;
  readonly domain: string;
  readonly inboundPort: number;
  /** Moves the clock on; milliseconds. */
  advance(ms: number): void;
  /** Emits an order.shipped event to the address; gives the id of its message. */
  emit(email: string): Promise<string>;
  /** The message as GraphQL shows it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever they select.
  message(id: string): Promise<any>;
  /** Types of the webhooks about the message, oldest first. */
  webhooks(id: string): Promise<readonly string[]>;
}

const bounceHost = 'bounces.tidings.test';

export async function startMailWorld(): Promise<MailWorld> {
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const dns = await startDnsmasq();
    closers.unshift(dns.stop);
    const [inboundPort, relayInboundPort] = [await freePort(), await freePort()];
    const policy: PolicyServer = await startPolicyServer((recipient) => recipient.startsWith('greylisted'));
    closers.unshift(policy.stop);
    const exchanger = await startPostfix({
      hostname: 'mx.inbox.test',
      main: [
        'virtual_mailbox_domains = inbox.test',
        `virtual_mailbox_maps = inline:{ ${mailboxes.map((name) => `{ ${name}@inbox.test = ${name}@inbox.test/ }`).join(' ')} }`,
        // Accepts mail and reports later that the user is unknown, like a gateway without a list of its users.
        `transport_maps = inline:{ { later@inbox.test = fail: } { bounces.relayed.example.com = smtp:[127.0.0.1]:${relayInboundPort} } }`,
        // Reports go to return paths, which are at our inbound listener.
        `default_transport = smtp:[127.0.0.1]:${inboundPort}`,
        `smtpd_recipient_restrictions = reject_unauth_destination, reject_unlisted_recipient, check_policy_service inet:127.0.0.1:${policy.port}`,
      ],
      master: ['fail unix - n n - - pipe', '  flags= user=nobody argv=/bin/sh -c {exit 67}'],
    });
    closers.unshift(exchanger.stop);
    const relay = await startPostfix({
      hostname: 'relay.tidings.test',
      main: [
        'mynetworks = 127.0.0.0/8',
        `transport_maps = inline:{ { inbox.test = smtp:[127.0.0.1]:${exchanger.port} } }`,
        `default_transport = smtp:[127.0.0.1]:${relayInboundPort}`,
      ],
    });
    closers.unshift(relay.stop);
    const common = {
      NODE_ENV: 'development',
      SPF_VALUE: 'ip4:127.0.0.1',
      BOUNCE_HOST: bounceHost,
      DNS_SERVERS: dns.address,
    };
    const direct = await startSender('direct.example.com', inboundPort, {
      ...common,
      TRANSPORT: 'mx',
      MX_PORT: String(exchanger.port),
    });
    closers.unshift(direct.service.stop);
    const relayed = await startSender('relayed.example.com', relayInboundPort, {
      ...common,
      TRANSPORT: 'smtp',
      SMTP_URL: `smtp://127.0.0.1:${relay.port}`,
    });
    closers.unshift(relayed.service.stop);
    const records = [...(await wantedRecords(direct)), ...(await wantedRecords(relayed))];
    await dns.serve(zoneOf(records));
    await Promise.all([verify(direct), verify(relayed)]);
    return {
      dns,
      exchanger,
      relay,
      direct,
      relayed,
      async stop() {
        for (const close of closers) await close();
      },
    };
  } catch (error) {
    for (const close of closers) await close();
    throw error;
  }
}

const mailboxes = ['known', 'greylisted', 'later', 'complainer', 'forged', ...starterNames];

async function startSender(domain: string, inboundPort: number, env: NodeJS.ProcessEnv): Promise<Sender> {
  let offset = 0;
  const clock: Clock = { now: () => new Date(Date.now() + offset), monotonic: () => performance.now() + offset };
  const service = await startTestService({ clock, env: { ...env, INBOUND_PORT: String(inboundPort) } });
  const backend = await service.platform('Acme', domain);
  let keys = 0;
  return {
    service,
    backend,
    domain,
    inboundPort,
    advance: (ms) => {
      offset += ms;
    },
    async emit(email) {
      keys += 1;
      const { status, body } = await backend.rest('POST', '/workspaces/ref:shop/events', {
        type: 'order.shipped',
        idempotency_key: `interop-${keys}`,
        recipient: { email },
        payload: { customer_name: 'Ada', order_number: String(keys), tracking_url: 'https://example.com/track/1' },
      });
      if (status !== 202) throw new Error(`An emit was refused: ${JSON.stringify(body)}`);
      return body.data.message.id;
    },
    async message(id) {
      const { body } = await backend.graphql(shown, { id });
      if (body.errors) throw new Error(JSON.stringify(body.errors));
      return body.data.message;
    },
    async webhooks(id) {
      const { body } = await backend.rest('GET', '/webhooks');
      const bodies: { type: string; data: { message?: { id: string } } }[] = body.data.map(
        (webhook: { body: unknown }) => webhook.body,
      );
      return bodies
        .filter(({ data }) => data.message?.id === id)
        .map(({ type }) => type)
        .reverse();
    },
  };
}

const types = [
  'message.delivered',
  'message.bounced',
  'message.complained',
  'message.suppressed',
  'message.failed',
  'contact.suppressed',
];

const shown = `query ($id: ID!) {
  message(workspace: "ref:shop", id: $id) {
    state bounce evidence nextAttemptAt
    attempts { outcome exchanger tlsVersion replyCode enhancedCode reply category }
    reports { kind hard enhancedCode reply }
  }
}`;

interface WantedRecord {
  readonly type: string;
  readonly name: string;
  readonly value: string;
}

async function wantedRecords({ backend }: Sender): Promise<readonly WantedRecord[]> {
  return (await backend.rest('GET', '/sending-domain')).body.data.records;
}

/** The records of the domains' owner, and the zones of the rest of the world. */
function zoneOf(records: readonly WantedRecord[]): DnsZone {
  return {
    a: [
      ['mx.inbox.test', '127.0.0.1'],
      ['nomail.test', '127.0.0.1'],
      [bounceHost, '127.0.0.1'],
      // Nothing listens there: the webhooks of these tests are read, not received.
      ['hooks.example.com', '93.184.215.14'],
    ],
    mx: [
      ['inbox.test', 10, 'mx.inbox.test'],
      ['nomail.test', 0, '.'],
      ...records
        .filter(({ type }) => type === 'MX')
        .map(({ name, value }): [string, number, string] => [name, ...preferenceOf(value)]),
    ],
    txt: records.filter(({ type }) => type === 'TXT').map(({ name, value }) => [name, value]),
  };
}

function preferenceOf(value: string): [number, string] {
  const [preference = '10', exchange = ''] = value.split(' ');
  return [Number(preference), exchange];
}

/** Through real DNS; mail goes out once the workspaces are set up, a moment later. */
async function verify({ backend, advance, domain }: Sender): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const { status } = await backend.rest('POST', '/sending-domain/verify');
    if (status !== 202) throw new Error(`The check of ${domain} was refused`);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { body } = await backend.rest('GET', '/sending-domain');
    if (body.data.status === 'verified') break;
    if (tries === 20) throw new Error(`${domain} did not verify: ${JSON.stringify(body.data)}`);
  }
  advance(60_000);
  const { status } = await backend.rest('POST', '/webhook-endpoints', { url: 'https://hooks.example.com/', types });
  if (status !== 201) throw new Error('The endpoint was refused');
}
