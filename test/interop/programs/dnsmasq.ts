/** dnsmasq as the name server of the tests' world. */

import { Resolver } from 'node:dns/promises';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import { end, start } from './run.ts';

export interface DnsZone {
  /** `[name, preference, exchange]`; exchange `.` is a null MX. */
  readonly mx?: readonly (readonly [string, number, string])[];
  readonly a?: readonly (readonly [string, string])[];
  readonly txt?: readonly (readonly [string, string])[];
}

export interface Dnsmasq {
  /** For DNS_SERVERS. */
  readonly address: string;
  readonly port: number;
  /** Says these records and no others from now on. */
  serve(zone: DnsZone): Promise<void>;
  stop(): Promise<void>;
}

/** Characters of one string of a TXT record. */
const stringMax = 255;

export async function startDnsmasq(): Promise<Dnsmasq> {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-dnsmasq-'));
  const file = join(folder, 'dnsmasq.conf');
  const port = await freePort();
  const launch = async (zone: DnsZone) => {
    await writeFile(file, configuration(port, zone));
    const child = start('dnsmasq', ['--keep-in-foreground', `--conf-file=${file}`]);
    await answering(port);
    return child;
  };
  let server = await launch({});
  return {
    address: `127.0.0.1:${port}`,
    port,
    async serve(zone) {
      await end(server);
      server = await launch(zone);
    },
    async stop() {
      await end(server);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function configuration(port: number, { mx = [], a = [], txt = [] }: DnsZone): string {
  return [
    `port=${port}`,
    'listen-address=127.0.0.1',
    'bind-interfaces',
    'no-resolv',
    'no-hosts',
    'user=root',
    'pid-file=',
    // Names without a record here do not exist.
    'local=/test/',
    'local=/example.com/',
    'host-record=alive.test,127.0.0.1',
    ...a.map(([name, address]) => `host-record=${name},${address}`),
    ...mx.map(([name, preference, exchange]) => `mx-host=${name},${exchange},${preference}`),
    ...txt.map(([name, text]) => `txt-record=${name},${strings(text)}`),
    '',
  ].join('\n');
}

function strings(text: string): string {
  const parts = text.match(new RegExp(`.{1,${stringMax}}`, 'g')) ?? [];
  return parts.map((part) => `"${part}"`).join(',');
}

async function answering(port: number): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const resolver = new Resolver({ timeout: 250, tries: 1 });
    resolver.setServers([`127.0.0.1:${port}`]);
    try {
      await resolver.resolve4('alive.test');
      return;
    } catch (error) {
      if (tries === 40) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
