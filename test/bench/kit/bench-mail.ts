/** A mail as the service builds it, of the receipt that a shop would send; no two are alike. */
import { compileTemplate } from '../../../emails/compile/compile.tsx';
import { renderTemplate } from '../../../emails/render/render.ts';
import type { Mail } from '../../../src/transport/mail/mail.ts';
import { receipt, receiptValues } from './receipt.ts';

const options = { locale: 'en', timezone: 'Europe/Berlin', fallbacks: {} };
/** Different contents; they are made before anything is measured. */
const contents = 500;

export async function makeMails(): Promise<(n: number) => Mail> {
  const compiled = await compileTemplate(receipt, 'en');
  const rendered = Array.from({ length: contents }, (_none, n) => renderTemplate(compiled, receiptValues(n), options));
  return (n) => {
    const content = rendered[n % contents];
    if (!content) throw new Error('There is no content.');
    return {
      messageId: `<message-${n}@bench.test>`,
      date: new Date(),
      from: { address: 'orders@bench.test', name: 'The Shop' },
      to: `reader-${n}@example.com`,
      replyTo: null,
      subject: content.subject,
      html: content.html,
      text: content.text,
      attachments: [],
      headers: [['Tidings-Message', `message-${n}`]],
    };
  };
}
