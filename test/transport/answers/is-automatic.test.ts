/** Robots among those who answer (docs/rules.md#robots-among-answers). */
import { describe, expect, it } from 'vitest';
import { readLetter } from '../../../src/transport/answers/read-letter.ts';

const read = (header: string, { sender = 'ada@example.com', body = 'Thank you.' } = {}) =>
  readLetter(Buffer.from(`${header}\n\n${body}`.replace(/\n/g, '\r\n')), sender);

const from = 'From: Ada <ada@example.com>\nSubject: Re: Your order';

describe('a robot', () => {
  it.each([
    ['answers by itself', `${from}\nAuto-Submitted: auto-replied`],
    ['was made by a program', `${from}\nAuto-Submitted: auto-generated (vacation)`],
    ['says so in its own field', `${from}\nX-Autoreply: yes`],
    ['writes to many', `${from}\nPrecedence: bulk`],
    ['is a list', `${from}\nList-Id: <news.example.com>`],
    ['takes no answer itself', 'From: no-reply@example.com\nSubject: Re: Your order'],
    ['is a mail system', 'From: MAILER-DAEMON@example.com\nSubject: failure notice'],
    ['is absent', 'From: Ada <ada@example.com>\nSubject: Out of the office: Your order'],
    ['is absent in German', 'From: Ada <ada@example.com>\nSubject: Automatische Antwort: Ihre Bestellung'],
    ['opens a ticket', 'From: Help <help@example.com>\nSubject: [Ticket #5501] Your order'],
  ])('%s', (_what, header) => {
    expect(read(header).isAutomatic).toBe(true);
  });

  it('has no sender in its envelope', () => {
    expect(read(from, { sender: '' }).isAutomatic).toBe(true);
  });

  it('reports', () => {
    const header = `${from}\nContent-Type: multipart/report; report-type=delivery-status; boundary=b`;
    const body = '--b\nContent-Type: message/delivery-status\n\nAction: failed\n--b--';
    const letter = read(header, { body });
    expect([letter.isReport, letter.isAutomatic]).toEqual([true, true]);
  });
});

describe('a person', () => {
  it.each([
    ['answers a mail whose subject is of a ticket', 'Subject: Re: Your support request 1234 was received'],
    ['answers a mail about absences', 'Subject: AW: Out of office planner'],
    ['writes by a gateway that adds a field', 'Subject: Re: Your order\nX-Auto-Response-Suppress: All'],
    ['says that no program wrote it', 'Subject: Re: Your order\nAuto-Submitted: no'],
    ['begins with a subject of their own', 'Subject: Question'],
  ])('%s', (_what, fields) => {
    expect(read(`From: Ada <ada@example.com>\n${fields}`).isAutomatic).toBe(false);
  });

  it('answers as postmaster, and speaks of being away', () => {
    const header = 'From: Postmaster <postmaster@example.com>\nSubject: Re: Your order';
    expect(read(header, { body: 'I am out of the office until Monday, send it anyway.' }).isAutomatic).toBe(false);
  });
});
