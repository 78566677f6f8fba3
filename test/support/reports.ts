/** Reports that other mail systems send, as mail: what became of an address (RFC 3464), and who complained (RFC 5965). */

export function deliveryReport(
  fields: string,
  quoted = 'Subject: Your order\n',
  recipient = 'ada@example.net',
): string {
  return `From: Mail Delivery System <MAILER-DAEMON@mx.example.net>
To: <b+somebody@bounces.demo.test>
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: text/plain

This is the mail system at host mx.example.net.

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; ${recipient}
${fields}

--b1
Content-Type: text/rfc822-headers

${quoted}
--b1--
`;
}

/** `quoted`: header lines of the mail that is complained about. */
export function abuseReport(type: string, quoted: string): string {
  return `From: <feedback@provider.example>
To: <abuse@mx.tidings.example>
Subject: FW: Your order
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="b2"

--b2
Content-Type: text/plain

This is an email abuse report.

--b2
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: SomeGenerator/1.0
Version: 1

--b2
Content-Type: message/rfc822

${quoted}
Hello
--b2--
`;
}
