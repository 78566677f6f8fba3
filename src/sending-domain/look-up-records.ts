import { getDomain } from 'tldts';
import type { DnsRecordPurpose, SendingDomain } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';
import type { DnsAnswer } from '../transport/dns-lookup.ts';
import { purposesOf, wantedRecord } from './dns-records.ts';
import { type Finding, judgeDkim, judgeDmarc, judgeReturnPath, judgeSpf, missing } from './judge-record.ts';

type Domain = Pick<SendingDomain, 'domain' | 'dkimSelector' | 'dkimPublicKey' | 'takesReplies'>;
type Judged = Finding | 'refused' | 'unknown';
/** The parts of the process that a check needs. */
type LookupTools = Pick<App, 'config' | 'dns'>;

/**
 * Looks up the domain's records in parallel. A record without a response is left out. If a name server responds for
 * some of the domain's names and refuses others, the refused names count as empty; if it refuses all, none is judged.
 */
export async function lookUpRecords(app: LookupTools, domain: Domain): Promise<ReadonlyMap<DnsRecordPurpose, Finding>> {
  const judged = await Promise.all(
    purposesOf(domain).map(async (purpose) => [purpose, await lookUpRecord(app, domain, purpose)] as const),
  );
  const answered = judged.some(([, found]) => found !== 'refused' && found !== 'unknown');
  return new Map(
    judged.flatMap(([purpose, found]): [DnsRecordPurpose, Finding][] => {
      if (found === 'unknown') return [];
      if (found === 'refused') return answered ? [[purpose, missing]] : [];
      return [[purpose, found]];
    }),
  );
}

async function lookUpRecord(app: LookupTools, domain: Domain, purpose: DnsRecordPurpose): Promise<Judged> {
  const { name } = wantedRecord(app.config, domain, purpose);
  switch (purpose) {
    case 'dkim':
      return judge(await app.dns.txt(name), (published) => judgeDkim(published, domain.dkimPublicKey));
    case 'return_path':
    case 'reply':
      return judge(await app.dns.mx(name), (published) => judgeReturnPath(published, app.config.bounceHost));
    case 'spf':
      return judge(await app.dns.txt(name), (published) => judgeSpf(published, app.config.spfValue));
    case 'dmarc':
      return lookUpDmarc(app, domain.domain, name);
  }
}

function judge<Row>(answer: DnsAnswer<Row>, look: (published: readonly Row[]) => Finding): Judged {
  return typeof answer === 'string' ? answer : look(answer);
}

/** Returns the domain's own policy, else the policy of its organisational domain (RFC 7489, section 6.6.3). */
async function lookUpDmarc(app: LookupTools, domain: string, name: string): Promise<Judged> {
  const own = judge(await app.dns.txt(name), judgeDmarc);
  if (own === 'unknown' || (own !== 'refused' && own.status !== 'missing')) return own;
  const organisation = getDomain(domain, { allowPrivateDomains: true });
  if (organisation === null || organisation === domain) return own;
  const inherited = judge(await app.dns.txt(`_dmarc.${organisation}`), judgeDmarc);
  return inherited === 'refused' ? own : inherited;
}
