import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { classifyReply, parseReply } from '../../../src/transport/replies/classify-reply.ts';
import { type DeliveryContext, judgeDelivery } from '../../../src/transport/replies/judge-delivery.ts';

interface Labelled {
  readonly id: string;
  readonly stage: 'banner' | 'mail' | 'rcpt' | 'dot';
  readonly side?: 'relay' | 'exchanger';
  readonly reply: string;
  readonly outcome: 'hard' | 'soft' | 'temporary';
  readonly mailboxFault?: boolean;
}

const load = (name: string) =>
  JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as readonly Labelled[];
const stages = { banner: 'open', mail: 'mail', rcpt: 'rcpt', dot: 'data' } as const;

const nobody = { recipient: null, sender: null, clientName: null, exchanger: null, durationMs: 0 };
const known = {
  ...nobody,
  recipient: 'ada@dest.example',
  sender: 'b+01KZZZZZZZZZZZZZZZZZZZZZZZ.abcdefghijklmnopqrstuvwx@bounces.shop.example',
  clientName: 'mx.tidings.example',
};

function judge({ stage, side = 'exchanger', reply }: Labelled, context: Omit<DeliveryContext, 'side'>) {
  const sent = { outcome: { kind: 'refused', stage: stages[stage], reply }, tlsVersion: null } as const;
  const { outcome, bounce, mailboxFault } = judgeDelivery(sent, { ...context, side });
  return { outcome: outcome === 'temporary' ? outcome : (bounce ?? 'soft'), mailboxFault };
}

describe('the judge of replies', () => {
  it.each(load('invented').map((row) => [row.id, row.stage, row.reply, row] as const))(
    '%s at %s: %s',
    (_id, _stage, _reply, row) => {
      expect(judge(row, known)).toMatchObject(expected(row));
    },
  );

  it.each(load('invented-kinds').map((row) => [row.id, row.stage, row.reply, row] as const))(
    'knows without addresses %s at %s: %s',
    (_id, _stage, _reply, row) => {
      expect(judge(row, nobody)).toMatchObject(expected(row));
    },
  );

  it('takes the same words for those whose address they name', () => {
    const words = (address: string) => `550 5.1.1 <${address}>: user unknown`;
    const about = (reply: string, side: 'relay' | 'exchanger' = 'exchanger') =>
      classifyReply({ ...parseReply(reply), stage: 'rcpt' }, { ...known, side, hosts: ['mx.tidings.example'] });
    expect(about(words('ada@dest.example'))).toMatchObject({ hard: true, about: 'recipient' });
    expect(about(words(known.sender))).toMatchObject({ hard: false, about: 'sender' });
    expect(about(words('ORDERS@SHOP.example'))).toMatchObject({ hard: false, about: 'sender' });
    expect(about('550 Host dest.example unknown')).toMatchObject({ hard: true });
    expect(about('550 Host mail.shop.example unknown')).toMatchObject({ hard: false, about: 'sender' });
    expect(about('552 5.2.2 account over quota', 'relay')).toMatchObject({ mailboxFault: false, reason: 'account' });
    expect(about('552 5.2.2 account over quota')).toMatchObject({ mailboxFault: true, reason: 'mailboxfull' });
  });

  it('does not take the one domain of a company that mails its own people for the sender', () => {
    const own = { ...known, recipient: 'ada@shop.example' };
    const row = { id: '', stage: 'rcpt', outcome: 'hard' } as const;
    expect(judge({ ...row, reply: '550 5.1.1 User unknown at shop.example' }, own).outcome).toBe('hard');
    expect(judge({ ...row, reply: '550 5.1.1 <ada@shop.example>: User unknown' }, own).outcome).toBe('hard');
    expect(judge({ ...row, reply: `550 5.1.1 <${known.sender}>: User unknown` }, own).outcome).toBe('soft');
  });
});

function expected({ outcome, mailboxFault }: Labelled): object {
  return mailboxFault === undefined ? { outcome } : { outcome, mailboxFault };
}
