import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { buildMail } from '../../src/transport/mail/mail.ts';
import type { Bench } from './kit/bench.ts';
import { makeMails } from './kit/bench-mail.ts';
import { perProcessorSecond } from './kit/per-second.ts';
import { runPairs } from './kit/run-pairs.ts';

const unit = 'mails a second of processor time';

export const bench: Bench = {
  name: 'mime',
  measures: "Mails built a second of processor time, header and MIME parts; beside nodemailer's composer.",
  async run(lab) {
    const mailOf = await makeMails();
    const counter = { next: 0 };
    const seconds = lab.settings.seconds / 2;
    const ours = () => perProcessorSecond(counter, seconds, (n) => buildMail(mailOf(n)));
    const yardstick = () =>
      perProcessorSecond(counter, seconds, (n) => {
        const { messageId, date, from, to, subject, html, text, headers } = mailOf(n);
        const composed = new MailComposer({
          messageId,
          date,
          from: { address: from.address, name: from.name ?? '' },
          to,
          subject,
          html,
          text,
          headers: headers.map(([key, value]) => ({ key, value })),
          // As ours: nodemailer chooses base64 or 7bit by the text otherwise.
          textEncoding: 'quoted-printable',
        });
        return composed.compile().build();
      });
    await ours();
    await yardstick();
    const pairs = await runPairs(lab, unit, ours, yardstick);
    return { figures: [{ name: 'mime', pairs, unit, target: null }] };
  },
};
