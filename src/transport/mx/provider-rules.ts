/**
 * How mail to each provider begins, before anything was learned of its exchangers, and what it never exceeds
 * (docs/rules.md#provider-rules). Few providers publish their limits: these are values to begin with, low enough for a
 * sender that nobody knows. `EXCHANGER_RULES` changes them.
 */
import { isIP } from 'node:net';

export interface ProviderRule {
  /** Connections of a process to begin with. */
  readonly connectionsToBegin: number;
  /** Connections of a process at most; `MX_CONNECTIONS` is a limit too. */
  readonly connectionsMax: number;
  readonly mailsPerConnection: number;
  /** Mails of a process; null: no limit until one is learned. */
  readonly mailsPerMinute: number | null;
  /** The first quiet time after a server has asked for one; seconds. It doubles while it goes on. */
  readonly quietSeconds: number;
}

export interface Provider extends ProviderRule {
  readonly name: string;
  /** Names of its exchangers, or of domains above them. */
  readonly hosts: readonly string[];
  /**
   * Whether the quiet that one host asks for is meant for mail to all of them. Of a provider that no rule names, another
   * host may be there for exactly that.
   */
  readonly asksAsOne: boolean;
}

export interface ExchangerRules {
  readonly providers: readonly Provider[];
  /** For all other providers. */
  readonly others: ProviderRule;
  /** Mails a day to one provider on the first day of an address, the second and so on; then without a limit. */
  readonly warmUp: readonly number[];
}

const usual: ProviderRule = {
  connectionsToBegin: 3,
  connectionsMax: 20,
  mailsPerConnection: 100,
  mailsPerMinute: null,
  quietSeconds: 60,
};

const provider = (name: string, hosts: readonly string[], rule: Partial<ProviderRule> = {}): Provider => ({
  ...usual,
  ...rule,
  name,
  hosts,
  asksAsOne: true,
});

/** Large mailbox providers, then services that filter the mail of many companies. */
export const exchangerRules: ExchangerRules = {
  providers: [
    provider('google', ['google.com', 'googlemail.com'], { connectionsToBegin: 5 }),
    provider('outlook', ['protection.outlook.com', 'mx.microsoft'], { connectionsToBegin: 4, connectionsMax: 10 }),
    provider('yahoo', ['yahoodns.net'], { connectionsMax: 5, mailsPerConnection: 20 }),
    provider('icloud', ['mail.icloud.com'], { connectionsMax: 10, mailsPerConnection: 50 }),
    provider('gmx', ['gmx.net', 'web.de', 'kundenserver.de'], { connectionsMax: 5, mailsPerConnection: 50 }),
    provider('t-online', ['t-online.de'], { connectionsToBegin: 2, connectionsMax: 4, mailsPerConnection: 50 }),
    provider('proton', ['protonmail.ch'], { connectionsMax: 10 }),
    provider('orange', ['orange.fr', 'wanadoo.fr'], { connectionsToBegin: 1, connectionsMax: 2 }),
    provider('free', ['free.fr'], { connectionsToBegin: 2, connectionsMax: 4 }),
    provider('mail_ru', ['mail.ru'], { connectionsMax: 10 }),
    provider('yandex', ['yandex.ru', 'yandex.net'], { connectionsMax: 10 }),
    provider('qq', ['qq.com'], { connectionsToBegin: 2, connectionsMax: 5, mailsPerConnection: 20 }),
    provider('netease', ['netease.com', '163.com'], {
      connectionsToBegin: 2,
      connectionsMax: 5,
      mailsPerConnection: 20,
    }),
    provider('comcast', ['comcast.net'], { connectionsMax: 10, mailsPerConnection: 50 }),
    provider('fastmail', ['messagingengine.com'], { connectionsMax: 10 }),
    provider('zoho', ['zoho.com', 'zoho.eu'], { connectionsMax: 5 }),
    provider('mimecast', ['mimecast.com', 'mimecast.co.za'], { connectionsMax: 10 }),
    provider('proofpoint', ['pphosted.com', 'ppe-hosted.com'], { connectionsMax: 10 }),
    provider('barracuda', ['barracudanetworks.com'], { connectionsMax: 10 }),
    provider('cisco', ['iphmx.com'], { connectionsMax: 10 }),
    provider('symantec', ['messagelabs.com'], { connectionsMax: 10 }),
  ],
  others: usual,
  warmUp: [
    50, 100, 200, 400, 800, 1_200, 1_800, 2_500, 3_500, 5_000, 7_000, 10_000, 14_000, 20_000, 28_000, 40_000, 55_000,
    75_000, 100_000, 140_000, 200_000,
  ],
};

/** Labels under which a country's registry registers names, as in `example.co.uk`. */
const secondLevels: ReadonlySet<string> = new Set('ac co com edu gob gov gouv go net ne or org mil nom sch'.split(' '));

export type ProviderOf = (host: string) => Provider;

/** Names the provider of an exchanger's host, with its rule; for one that no rule names, the registrable part. */
export function createProviderOf({ providers, others }: ExchangerRules): ProviderOf {
  const byHost = new Map(providers.flatMap((one) => one.hosts.map((host) => [host, one] as const)));
  return (given) => {
    const host = given.toLowerCase().replace(/\.$/, '');
    const labels = host.split('.');
    for (let at = 0; at < labels.length; at += 1) {
      const found = byHost.get(labels.slice(at).join('.'));
      if (found) return found;
    }
    const name = registrable(host, labels);
    return { ...others, name, hosts: [name], asksAsOne: false };
  };
}

function registrable(host: string, labels: readonly string[]): string {
  if (isIP(host) !== 0 || labels.length <= 2) return host;
  const [second = '', top = ''] = labels.slice(-2);
  const isCountry = top.length === 2 && secondLevels.has(second);
  return labels.slice(isCountry ? -3 : -2).join('.');
}
