import type { ReportParts } from './report-parts.ts';

/** Reports about all mail of a domain, which come to the wrong mailbox. They concern no message. */
export type AggregateKind = 'dmarc_report' | 'tls_report';

/** RFC 7489, section 7.2.1.1, gives DMARC reports their subject; RFC 8460, section 5.3, TLS reports theirs and a field. */
export function aggregateOf({ header, types }: ReportParts): AggregateKind | null {
  const contentType = header.get('content-type') ?? '';
  const isTls =
    header.has('tls-report-domain') ||
    /report-type="?tlsrpt/i.test(contentType) ||
    types.some((type) => type.startsWith('application/tlsrpt'));
  if (isTls) return 'tls_report';
  const subject = header.get('subject') ?? '';
  // `receiver!domain!begin!end.xml.gz`
  const name = /name="?([^\s";]{1,600})/i.exec(contentType)?.[1] ?? '';
  const isDmarc =
    name.split('!').length >= 4 || (/\breport[- ]?domain:/i.test(subject) && /\bsubmitter:/i.test(subject));
  return isDmarc ? 'dmarc_report' : null;
}
