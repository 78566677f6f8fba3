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
  const named = /name="?[^\s"!]{1,255}![^\s"!]{1,255}!\d{1,12}!\d{1,12}/i.test(contentType);
  return named || /\breport[- ]?domain:.{0,300}\bsubmitter:/i.test(subject) ? 'dmarc_report' : null;
}
