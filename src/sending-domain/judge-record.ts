/**
 * Compares published records with the wanted ones (docs/rules.md#record-checks). Pure: takes responses, returns
 * findings.
 */
import type { DnsRecordStatus } from '../../prisma/generated/client.ts';
import type { MxRecord } from '../transport/dns-lookup.ts';
import { hostName } from './host-name.ts';

export interface Finding {
  readonly status: Exclude<DnsRecordStatus, 'pending'>;
  /** The published records, one a line. */
  readonly found: string | null;
}

/** Characters stored of published records, which strangers write. */
const foundMaxLength = 2_000;

/** No such record is published. */
export const missing: Finding = { status: 'missing', found: null };

function finding(matches: boolean, published: readonly string[]): Finding {
  const found = published
    .join('\n')
    .replaceAll('\0', '\u{FFFD}')
    .toWellFormed()
    .slice(0, foundMaxLength)
    .toWellFormed();
  return { status: matches ? 'verified' : 'mismatched', found };
}

/** Wants one key record that verifiers can use for this mail (RFC 6376, section 3.6.1). */
export function judgeDkim(published: readonly string[], publicKey: string): Finding {
  if (published.length === 0) return missing;
  const [only = ''] = published;
  const tags = readTags(only);
  const allows = (tag: string, value: string) => {
    const listed = tags.get(tag)?.split(':');
    return listed === undefined || listed.includes('*') || listed.includes(value);
  };
  const usable =
    published.length === 1 &&
    (tags.get('v') ?? 'DKIM1') === 'DKIM1' &&
    (tags.get('k') ?? 'rsa') === 'rsa' &&
    allows('s', 'email') &&
    allows('h', 'sha256');
  return finding(usable && tags.get('p') === publicKey, published);
}

/** Bounces must reach this service first: the most preferred exchangers are all its own. */
export function judgeReturnPath(published: readonly MxRecord[], bounceHost: string): Finding {
  if (published.length === 0) return missing;
  const best = Math.min(...published.map(({ priority }) => priority));
  const first = published.filter(({ priority }) => priority === best);
  return finding(
    first.every(({ exchange }) => hostName(exchange) === hostName(bounceHost)),
    published.toSorted((a, b) => a.priority - b.priority).map(({ priority, exchange }) => `${priority} ${exchange}`),
  );
}

/** Wants one SPF record (RFC 7208, section 4.5) with each term of `wanted` before its `all`. */
export function judgeSpf(published: readonly string[], wanted: string | null): Finding {
  const policies = published.filter((text) => /^v=spf1(?: |$)/i.test(text));
  if (policies.length === 0) return missing;
  const terms = termsOf(policies[0] ?? '').map((term) => term.replace(/^\+/, ''));
  const all = terms.findIndex((term) => /^[-~?]?all$/.test(term));
  const heeded = new Set(all === -1 ? terms : terms.slice(0, all));
  const complete = termsOf(wanted ?? '').every((term) => heeded.has(term.replace(/^\+/, '')));
  return finding(policies.length === 1 && complete, policies);
}

const termsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '');

/** Wants one policy (RFC 7489, section 6.6.3), whatever it demands. */
export function judgeDmarc(published: readonly string[]): Finding {
  const policies = published.filter((text) => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(text));
  if (policies.length === 0) return missing;
  const policy = readTags(policies[0] ?? '').get('p');
  return finding(policies.length === 1 && /^(?:none|quarantine|reject)$/i.test(policy ?? ''), policies);
}

/** `k=rsa; p=MII…` as tags; white space inside a value has no meaning. */
function readTags(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(';').flatMap((tag) => {
      const at = tag.indexOf('=');
      return at === -1 ? [] : [[tag.slice(0, at).trim(), tag.slice(at + 1).replace(/\s+/g, '')] as const];
    }),
  );
}
