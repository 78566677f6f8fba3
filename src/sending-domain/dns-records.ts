/** The DNS records that a sending domain needs (docs/rules.md#dns-records). */
import type { DnsRecordPurpose, SendingDomain } from '../../prisma/generated/client.ts';
import type { Config } from '../ground/config/config.ts';

/** The records of every domain. */
const dnsPurposes: readonly DnsRecordPurpose[] = ['dkim', 'return_path', 'spf', 'dmarc'];

/** Those of one that takes answers, too. */
export function purposesOf({ takesReplies }: Pick<SendingDomain, 'takesReplies'>): readonly DnsRecordPurpose[] {
  return takesReplies === null ? dnsPurposes : [...dnsPurposes, 'reply'];
}

/** One record to publish. */
export interface WantedRecord {
  readonly purpose: DnsRecordPurpose;
  readonly type: 'TXT' | 'MX';
  readonly name: string;
  readonly value: string;
  /** The domain cannot send without this record. */
  readonly required: boolean;
}

/** The domain that receives bounces of the domain's mail. */
export function returnPathDomain(domain: string): string {
  return `bounces.${domain}`;
}

/** The domain that receives answers to the domain's mail. */
export function replyDomain(domain: string): string {
  return `reply.${domain}`;
}

/** Returns the record to publish for `purpose`. */
export function wantedRecord(
  config: Config,
  domain: Pick<SendingDomain, 'domain' | 'dkimSelector' | 'dkimPublicKey'>,
  purpose: DnsRecordPurpose,
): WantedRecord {
  const bounces = returnPathDomain(domain.domain);
  switch (purpose) {
    case 'dkim':
      return {
        purpose,
        type: 'TXT',
        name: `${domain.dkimSelector}._domainkey.${domain.domain}`,
        value: `v=DKIM1; k=rsa; p=${domain.dkimPublicKey}`,
        required: true,
      };
    case 'return_path':
      return { purpose, type: 'MX', name: bounces, value: `10 ${config.bounceHost}`, required: true };
    case 'spf':
      return {
        purpose,
        type: 'TXT',
        name: bounces,
        value: ['v=spf1', config.spfValue, '~all'].filter((part) => part !== null).join(' '),
        required: true,
      };
    case 'reply':
      return {
        purpose,
        type: 'MX',
        name: replyDomain(domain.domain),
        value: `10 ${config.bounceHost}`,
        required: false,
      };
    case 'dmarc':
      return { purpose, type: 'TXT', name: `_dmarc.${domain.domain}`, value: 'v=DMARC1; p=none', required: false };
  }
}
