export interface Labelled {
  readonly id: string;
  readonly kind: 'bounce' | 'delayed' | 'complaint' | 'delivered' | 'auto_reply' | 'other';
  /** For each recipient that is reported; empty where the kind has none. */
  readonly hard: readonly boolean[];
  /** Each character is a byte. */
  readonly mail: string;
}

export const returnPath = 'b+01KZZZZZZZZZZZZZZZZZZZZZZZ.abcdefghijklmnopqrstuvwx@bounces.shop.example';

const original = `Return-Path: <${returnPath}>
Received: from mx.tidings.example by mx.dest.example; Mon, 5 Jan 2026 10:00:00 +0000
From: Shop <orders@shop.example>
To: ada@dest.example
Subject: Delivery failed: parcel 1001, user unknown
Message-ID: <1@shop.example>
Tidings-Message: 01KZZZZZZZZZZZZZZZZZZZZZZZ.abcdefghijklmnopqrstuvwx`;

export function plain(from: string, subject: string, text: string, fields = ''): string {
  return `Return-Path: <>
From: ${from}
To: ${returnPath}
Subject: ${subject}
Date: Mon, 5 Jan 2026 10:01:00 +0000
${fields}
${text}
`;
}

export function statusReport(from: string, subject: string, blocks: string): string {
  return plain(
    from,
    subject,
    `--b
Content-Type: text/plain

This is the mail system at host mx.dest.example. Details are below.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.dest.example

${blocks}

--b
Content-Type: text/rfc822-headers

${original}

--b--`,
    'Auto-Submitted: auto-replied\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n',
  );
}

export function abuseReport(feedback: string, quoted: string | null = original): string {
  return `From: <feedback@provider.example>
To: <fbl@bounces.tidings.example>
Subject: Report
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary=b

--b
Content-Type: text/plain

A person reported this mail.

--b
Content-Type: message/feedback-report

${feedback}
${quoted === null ? '' : `\n--b\nContent-Type: message/rfc822\n\n${quoted}\n\nHello\n`}
--b--
`;
}
