/** Header fields that an attacker adds to a signed mail, so that readers show or answer something else. */
import type { Mail } from '../../../src/transport/mail/mail.ts';

export const forgedFields: readonly (readonly [name: string, value: string])[] = [
  ['Content-Type', 'multipart/mixed; boundary=evil'],
  ['Content-Transfer-Encoding', 'base64'],
  ['MIME-Version', '1.0'],
  ['From', 'Demo <evil@example.net>'],
  ['To', 'everybody@example.net'],
  ['Cc', 'everybody@example.net'],
  ['Sender', 'evil@example.net'],
  ['Reply-To', 'evil@example.net'],
  ['Subject', 'Pay here'],
  ['Date', 'Thu, 05 Mar 2026 05:06:07 +0000'],
  ['Message-ID', '<evil@example.net>'],
  ['List-Unsubscribe', '<https://evil.example.net/>'],
  ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
  ['Feedback-ID', 'a:b:c:tidings'],
  ['CFBL-Address', 'evil@example.net; report=arf'],
  ['CFBL-Feedback-ID', 'evil'],
];

/** A mail that has none of the fields that it may lack. */
export const leanMail: Partial<Mail> = { replyTo: null, headers: [] };

/** A mail that has them all, those too that the service never writes. */
export const fullMail: Partial<Mail> = {
  replyTo: 'help@demo.test',
  headers: [
    ['Tidings-Message', 'id.mac'],
    ['Cc', 'ben@example.com'],
    ['Sender', 'orders@demo.test'],
    ['Content-Transfer-Encoding', '7bit'],
    ['List-Unsubscribe', '<https://demo.test/u/abc>'],
    ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
    ['Feedback-ID', 'type:workspace:platform:tidings'],
    ['CFBL-Address', 'fbl@bounces.demo.test; report=arf'],
    ['CFBL-Feedback-ID', 'id.mac'],
  ],
};

/** The mail with `field` before its header, in the midst of it, and at its end. */
export function addedTo(raw: string, field: string): readonly string[] {
  const places = [0, raw.indexOf('\r\nTo: ') + 2, raw.indexOf('\r\n\r\n') + 2];
  return places.map((at) => `${raw.slice(0, at)}${field}\r\n${raw.slice(at)}`);
}
