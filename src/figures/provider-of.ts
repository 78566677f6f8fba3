import { domainOf } from '../ground/addresses/domain-of.ts';

/** Mailbox providers that figures tell apart (docs/rules.md#mail-providers); every other domain is `other`. */
export const mailProviders = [
  'gmail',
  'outlook',
  'yahoo',
  'icloud',
  'gmx',
  'proton',
  'orange',
  'mail_ru',
  'yandex',
  'qq',
  'netease',
  'comcast',
  'other',
] as const;
export type MailProvider = (typeof mailProviders)[number];

const domains: Readonly<Record<Exclude<MailProvider, 'other'>, readonly string[]>> = {
  gmail: ['gmail.com', 'googlemail.com'],
  outlook: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'passport.com'],
  yahoo: ['yahoo.com', 'ymail.com', 'rocketmail.com', 'aol.com', 'aim.com'],
  icloud: ['icloud.com', 'me.com', 'mac.com'],
  gmx: ['gmx.net', 'gmx.com', 'web.de', 'mail.com'],
  proton: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'],
  orange: ['orange.fr', 'wanadoo.fr'],
  mail_ru: ['mail.ru', 'bk.ru', 'inbox.ru', 'list.ru', 'internet.ru'],
  yandex: ['yandex.ru', 'yandex.com', 'ya.ru'],
  qq: ['qq.com', 'foxmail.com'],
  netease: ['163.com', '126.com', 'yeah.net'],
  comcast: ['comcast.net', 'xfinity.com'],
};

/** First labels of domains that a provider has in many countries, such as `yahoo.co.uk`. */
const labels: Readonly<Record<string, MailProvider>> = {
  outlook: 'outlook',
  hotmail: 'outlook',
  live: 'outlook',
  yahoo: 'yahoo',
  gmx: 'gmx',
};
/** The rest of such a domain: a country, or `com` or `co` and a country. */
const country = /^(?:com?\.)?[a-z]{2}$/;

const known: ReadonlyMap<string, MailProvider> = new Map(
  mailProviders.flatMap((provider) =>
    provider === 'other' ? [] : domains[provider].map((domain) => [domain, provider] as const),
  ),
);

/**
 * Returns the provider of an address by its domain. A company's domain is `other`, whoever hosts its mailboxes: that
 * would take a lookup for each domain, and the groups must stay few.
 */
export function providerOf(address: string): MailProvider {
  const domain = domainOf(address);
  const found = known.get(domain);
  if (found !== undefined) return found;
  const dot = domain.indexOf('.');
  const label = domain.slice(0, dot);
  if (dot === -1 || !Object.hasOwn(labels, label)) return 'other';
  return country.test(domain.slice(dot + 1)) ? (labels[label] ?? 'other') : 'other';
}
