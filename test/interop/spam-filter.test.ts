/** Verdicts of the real SpamAssassin, by its daemon (docs/rules.md#spam-verdicts). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askSpamFilter } from '../../src/transport/answers/spam-filter.ts';
import { type Spamd, startSpamd } from './programs/spamd.ts';

/** The text that every spam filter takes for spam (GTUBE). */
const gtube = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';

let spamd: Spamd;
beforeAll(async () => {
  spamd = await startSpamd();
}, 90_000);
afterAll(() => spamd?.stop());

const mail = (text: string) =>
  Buffer.from(
    [
      'From: Ada Lovelace <ada@example.com>',
      'To: r+1@reply.shop.example',
      'Subject: Re: Your order',
      'Date: Mon, 2 Mar 2026 10:00:00 +0000',
      'Message-ID: <1@example.com>',
      '',
      text,
      '',
    ].join('\r\n'),
  );

test('the words of a person are no spam, and those of the test of all filters are', async () => {
  const said = await askSpamFilter(spamd, mail('Thank you, please leave the parcel with my neighbour.'));
  expect(said).toMatchObject({ isSpam: false, threshold: 5 });
  expect(said?.score).toBeLessThan(5);
  const spam = await askSpamFilter(spamd, mail(gtube));
  expect(spam).toMatchObject({ isSpam: true });
  expect(spam?.score).toBeGreaterThan(900);
}, 60_000);
