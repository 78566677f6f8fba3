import { describe, expect, it, test } from 'vitest';
import { checkAttachments } from '../../../src/events/attachments/check-attachments.ts';
import { isCalendar } from '../../../src/events/attachments/is-calendar.ts';
import { emitInput } from '../../../src/events/emit/emit-input.ts';
import { DomainError } from '../../../src/ground/errors/errors.ts';
import { faultsOf } from '../../../src/ground/input/input.ts';
import { roundsDuring } from '../../support/rounds-during.ts';
import { calendarText, files } from '../files.ts';

const file = (filename: string, content: Buffer | string) => ({
  filename,
  content: typeof content === 'string' ? content : content.toString('base64'),
});

const invitation = (method: string) => Buffer.from(calendarText.replace('VERSION:2.0\r\n', `VERSION:2.0\r\n${method}`));

async function faults(...attachments: readonly ReturnType<typeof file>[]) {
  try {
    await checkAttachments(attachments);
    return {};
  } catch (error) {
    if (error instanceof DomainError) return error.details.errors;
    throw error;
  }
}

describe('what a file is', () => {
  test.each([
    ['receipt.pdf', files.pdf, 'application/pdf'],
    ['photo.PNG', files.png, 'image/png'],
    ['photo.jpg', files.jpeg, 'image/jpeg'],
    ['photo.jpeg', files.jpeg, 'image/jpeg'],
    ['photo.gif', files.gif, 'image/gif'],
    ['photo.webp', files.webp, 'image/webp'],
    ['delivery.ics', files.calendar, 'text/calendar; charset=utf-8'],
    ['delivery.ics', Buffer.from(`\ufeff${calendarText}`), 'text/calendar; charset=utf-8'],
    ['two.ics', Buffer.from(calendarText + calendarText), 'text/calendar; charset=utf-8'],
    ['scanned.pdf', Buffer.concat([Buffer.from('\r\n\r\n'), files.pdf]), 'application/pdf'],
    ['marked.pdf', Buffer.concat([Buffer.from('\ufeff'), files.pdf]), 'application/pdf'],
    ['printed.pdf', Buffer.concat([Buffer.from('\x1b%-12345X@PJL\r\n'), files.pdf]), 'application/pdf'],
    ['invitation.ics', invitation('METHOD:REQUEST\r\n'), 'text/calendar; charset=utf-8; method=REQUEST'],
    ['answer.ics', invitation('method:reply\r\n'), 'text/calendar; charset=utf-8; method=REPLY'],
    ['folded.ics', invitation('METHOD:CAN\r\n CEL\r\n'), 'text/calendar; charset=utf-8; method=CANCEL'],
    ['odd.ics', invitation('METHOD:RE"QUEST\r\n'), 'text/calendar; charset=utf-8'],
    ['twice.ics', invitation('METHOD:REQUEST\r\nMETHOD:CANCEL\r\n'), 'text/calendar; charset=utf-8'],
    [
      'inner.ics',
      Buffer.from(calendarText.replace('BEGIN:VEVENT\r\n', 'BEGIN:VEVENT\r\nMETHOD:REQUEST\r\n')),
      'text/calendar; charset=utf-8',
    ],
    ['unix.ics', Buffer.from(calendarText.replaceAll('\r\n', '\n')), 'text/calendar; charset=utf-8'],
  ])('%s is taken by its content', async (filename, content, mediaType) => {
    expect(await checkAttachments([file(filename, content)])).toEqual([{ filename, mediaType, content }]);
  });

  test.each([
    ['page.html', files.html],
    ['page.pdf', files.html],
    ['archive.pdf', files.zip],
    ['empty.pdf', Buffer.alloc(0)],
    ['marked.png', Buffer.concat([Buffer.from('\ufeff'), files.png])],
    ['too-late.pdf', Buffer.concat([Buffer.alloc(1_020, 'x'), files.pdf])],
    ['late.pdf', Buffer.concat([files.html, files.pdf])],
    ['open.ics', Buffer.from(calendarText.replace('END:VEVENT\r\n', ''))],
    ['unended.ics', Buffer.from(calendarText.replace('END:VCALENDAR\r\n', ''))],
    ['unversioned.ics', Buffer.from(calendarText.replace('VERSION:2.0\r\n', ''))],
    ['trailing.ics', Buffer.from(`${calendarText}<script>alert(1)</script>`)],
    ['inside.ics', Buffer.from(calendarText.replace('UID:', '<script>'))],
    ['binary.ics', Buffer.concat([files.calendar, Buffer.from([0])])],
    ['latin.ics', Buffer.from(calendarText.replace('Shop', 'Caf\u00e9'), 'latin1')],
    ['card.ics', Buffer.from('BEGIN:VCARD\r\nVERSION:4.0\r\nEND:VCARD\r\n')],
  ])('%s is refused by its content', async (filename, content) => {
    expect(await faults(file(filename, content))).toEqual({
      'attachments.0.content': ['must be a PDF, PNG, JPEG, GIF, WebP or iCalendar file'],
    });
  });

  it('and its name agree', async () => {
    expect(
      await faults(
        file('receipt.pdf', files.pdf),
        file('receipt.exe', files.pdf),
        file('receipt', files.pdf),
        file('.pdf', files.pdf),
        file('photo.pdf.png', files.pdf),
        file('photo.png', files.jpeg),
      ),
    ).toEqual({
      'attachments.1.filename': ['must end with .pdf, as its content is application/pdf'],
      'attachments.2.filename': ['must end with .pdf, as its content is application/pdf'],
      'attachments.3.filename': ['must end with .pdf, as its content is application/pdf'],
      'attachments.4.filename': ['must end with .pdf, as its content is application/pdf'],
      'attachments.5.filename': ['must end with .jpg or .jpeg, as its content is image/jpeg'],
    });
  });
});

it('content that is no base64 is refused, and line breaks of MIME are not', async () => {
  const text = files.pdf.toString('base64');
  for (const broken of ['%%%', `${text}!`, text.replace(/=+$/, ''), `data:application/pdf;base64,${text}`, ' ']) {
    expect(await faults(file('a.pdf', broken)), broken).toEqual({
      'attachments.0.content': [expect.stringMatching(/^must be base64/)],
    });
  }
  expect(await faults(file('a.pdf', text.replace(/.{20}/g, '$&\r\n')))).toEqual({});
});

it('a calendar of a million folded lines is looked at piece by piece', async () => {
  const folded = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nSUMMARY:${'x\r\n '.repeat(1_000_000)}x\r\nEND:VCALENDAR\r\n`;
  let found = false;
  const rounds = await roundsDuring(async () => {
    found = await isCalendar(Buffer.from(folded));
  });
  expect(found).toBe(true);
  expect(rounds).toBeGreaterThan(100);
});

it('files are counted together, to the byte', async () => {
  const padded = (size: number) => Buffer.concat([files.pdf, Buffer.alloc(size - files.pdf.length)]);
  const half = file('half.pdf', padded(5_000_000));
  expect(await faults(half, half)).toEqual({});
  expect(await faults(half, file('more.pdf', padded(5_000_001)))).toEqual({
    attachments: ['must be at most 10000000 bytes in all once decoded'],
  });
});

describe('the name of a file', () => {
  const faultsOfNames = (...names: readonly string[]) => {
    const parsed = emitInput.safeParse({
      type: 'order.shipped',
      idempotencyKey: 'k',
      recipient: { email: 'ada@example.com' },
      payload: {},
      attachments: names.map((filename) => ({ filename, content: '' })),
    });
    return parsed.success ? {} : faultsOf(parsed.error);
  };

  it('may be any text that a disk takes', () => {
    expect(faultsOfNames('Rechnung März (2).pdf', '請求書.pdf', '👩‍👧.png', `a"b;c='d.pdf`, 'x'.repeat(255))).toEqual(
      {},
    );
  });

  test.each([
    ['', 'must not be empty'],
    ['x'.repeat(256), 'must have at most 255 characters'],
    ['../receipt.pdf', 'must be a name without a path'],
    ['C:\\receipt.pdf', 'must be a name without a path'],
    ['receipt.pdf\r\nBcc: eve@example.com', 'must not hold control characters'],
    ['receipt\u0000.pdf', 'must not hold control characters'],
    ['receipt\u202efdp.exe', 'must not hold control characters'],
    ['receipt\ud800.pdf', 'must not hold control characters'],
    [' receipt.pdf', 'must not begin or end with a space'],
  ])('%j is refused', (filename, message) => {
    expect(faultsOfNames('ok.pdf', filename)['attachments.1.filename']).toContain(message);
  });

  it('loses what is not seen, before its extension is compared with the content', async () => {
    const named = (filename: string) => {
      const input = { type: 'a', idempotencyKey: 'k', recipient: { email: 'ada@example.com' }, payload: {} };
      return emitInput.parse({ ...input, attachments: [file(filename, files.pdf)] }).attachments;
    };
    expect(named('in\u200bvoice.p\u00addf')).toMatchObject([{ filename: 'invoice.pdf' }]);
    expect(await checkAttachments(named('in\u200bvoice.p\u00addf'))).toMatchObject([{ filename: 'invoice.pdf' }]);
    await expect(checkAttachments(named('invoice.exe\u2060'))).rejects.toThrow(DomainError);
    for (const kept of ['فاتورة.pdf', 'נספח.pdf', 'گزارش\u200cها.pdf', '👩‍👧.pdf']) {
      expect(named(kept)).toMatchObject([{ filename: kept }]);
    }
    expect(faultsOfNames('\u200b\u2060')['attachments.0.filename']).toContain('must hold something to see');
    expect(faultsOfNames('\u200b a.pdf')['attachments.0.filename']).toContain('must not begin or end with a space');
  });

  it('is needed for at most ten', () => {
    expect(faultsOfNames(...Array.from({ length: 10 }, (_, at) => `${at}.pdf`))).toEqual({});
    expect(faultsOfNames(...Array.from({ length: 11 }, (_, at) => `${at}.pdf`))).toEqual({
      attachments: ['must have at most 10 items'],
    });
  });
});
