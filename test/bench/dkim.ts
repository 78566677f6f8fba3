import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { signDkim } from '../../src/transport/mail/dkim.ts';
import { buildMail } from '../../src/transport/mail/mail.ts';
import type { Bench } from './kit/bench.ts';
import { makeMails } from './kit/bench-mail.ts';
import { perClockSecond, perProcessorSecond } from './kit/per-second.ts';
import { runPairs } from './kit/run-pairs.ts';

/** Signatures under way at once. */
const atOnce = 8;
const keyBits = 2_048;
const selector = 'bench';
const domain = 'bench.test';

export const bench: Bench = {
  name: 'dkim',
  measures: `Mails signed a second, rsa-sha256 with ${keyBits} bits, relaxed/relaxed, ${atOnce} at once in one process; beside mailauth's signer. The first figure is by processor time, one at a time.`,
  async run(lab) {
    const mailOf = await makeMails();
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: keyBits });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    // Named twice: the signer reads the list, its types want the fields.
    const signer = { signingDomain: domain, selector, privateKey: pem };
    const counter = { next: 0 };
    const mails = Array.from({ length: 200 }, (_none, n) => buildMail(mailOf(n)));
    const raw = mails.map((pieces) => Buffer.concat(pieces));
    const one = (n: number) =>
      signDkim(mails[n % mails.length] ?? [], { domain, selector, privateKey, date: new Date() });
    const other = async (n: number) => {
      const { signatures, errors } = await dkimSign(raw[n % raw.length] ?? '', {
        canonicalization: 'relaxed/relaxed',
        algorithm: 'rsa-sha256',
        signTime: new Date(),
        ...signer,
        signatureData: [signer],
      });
      if (signatures === '' || errors.length > 0) throw new Error('mailauth did not sign.');
    };
    const seconds = lab.settings.seconds / 4;
    const byProcessor = (work: (n: number) => unknown) => () => perProcessorSecond(counter, seconds, work);
    const byClock = (work: (n: number) => unknown) => () => perClockSecond(counter, seconds, atOnce, work);
    await byClock(one)();
    await byClock(other)();
    const processorPairs = await runPairs(lab, 'a second of processor time', byProcessor(one), byProcessor(other));
    const clockPairs = await runPairs(lab, 'a second', byClock(one), byClock(other));
    return {
      figures: [
        {
          name: 'dkim by processor time',
          pairs: processorPairs,
          unit: 'mails a second of processor time',
          target: null,
        },
        { name: 'dkim', pairs: clockPairs, unit: 'mails a second', target: null },
      ],
    };
  },
};
