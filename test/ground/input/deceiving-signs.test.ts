import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { withoutAddresses, withoutDeceivingSigns } from '../../../src/ground/input/deceiving-signs.ts';

describe('signs that are not seen', () => {
  test.each([
    ['an override', 'invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['embeddings and isolates', '\u202aa\u202b\u202c\u2066b\u2067c\u2068d\u2069', 'abcd'],
    ['marks beside letters from left to right', 'pay\u200epal\u200f \u061cnow', 'paypal now'],
    ['spaces without width', 'pay\u200bpal\u2060.\ufeffcom', 'paypal.com'],
    ['joiners between letters that do not join', 'pay\u200dpal\u200c', 'paypal'],
    ['joiners between letters of Hebrew', 'ש\u200dל\u200cום', 'שלום'],
    ['a joiner with an emoji on one side', '👩\u200d x\u200d👩', '👩 x👩'],
    ['soft hyphens and fillers', 'pay\u00ad\u034f\u115f\u3164\uffa0pal', 'paypal'],
    ['variants of letters and digits', 'p\ufe0fa\ufe01\u{e0100}1\ufe0f', 'pa1'],
    ['tags beside a flag that is none', '\u{e0061}a🏴\u{e0062}\u{e007f}', 'a🏴'],
    ['annotations', 'a\ufff9b\ufffac\ufffb', 'abc'],
    ['marks in a row', 'שלום\u200f\u200f\u200e!', 'שלום\u200f!'],
    ['joiners in a row', 'می\u200c\u200c\u200dخواهم', 'می\u200cخواهم'],
    ['a mark behind a sign that is taken out', 'می\u200b\u200cخواهم', 'می\u200cخواهم'],
    ['nothing but such signs', '\u200b\u2060\u202e', ''],
  ])('%s are taken out', (_what, text, left) => {
    expect(withoutDeceivingSigns(text)).toBe(left);
  });

  test.each([
    ['Arabic', 'تم تأكيد طلبك رقم ١٢٣'],
    ['Arabic with vowels', 'مُحَمَّدٌ'],
    ['Hebrew with points', 'שָׁלוֹם לְכֻלָּם'],
    ['Hebrew with a mark after a name from left to right', 'ברוכים הבאים ל־C++\u200f!'],
    ['Persian, with the letters apart that it keeps apart', 'نمی\u200cخواهم کتاب\u200cها را'],
    ['Arabic that ends in a joining form', 'ه\u200d'],
    ['Urdu', 'آپ کا آرڈر بھیج دیا گیا ہے'],
    ['Hindi with half forms', 'क्\u200dष और क्\u200cष'],
    ['Bengali', 'র\u200d্যাব'],
    ['Malayalam', 'ന്\u200d'],
    ['Sinhala', 'ශ්\u200dරී ලංකා'],
    ['Mongolian', 'ᠨᠢᠭᠡ\u180bᠨ\u180eᠠ'],
    ['Thai', 'ยืนยันคำสั่งซื้อ'],
    ['Japanese names in their variants', '葛\u{e0100}飾区 辻\u{e0101}'],
    ['emoji that are joined', '👩‍👩‍👧‍👦 🏳️‍🌈 👩🏽‍🚀 🧔🏿‍♂️ ❤️‍🔥'],
    ['emoji in their styles', '☎︎ ☎️ ©️ ❤️'],
    ['keycaps', '1️⃣ #️⃣ *️⃣'],
    ['flags', '🇩🇪 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['letters with marks', 'Ångström é ệ'],
  ])('%s stays as it is', (_what, text) => {
    expect(withoutDeceivingSigns(text)).toBe(text);
  });

  it('leave every emoji of Unicode as it is', () => {
    const emoji = /^\p{RGI_Emoji}$/v;
    const people = ['👩', '👨', '🧑'].flatMap((who) => ['', '🏻', '🏿'].map((skin) => who + skin));
    const things = [
      '⚕️',
      '🌾',
      '🍳',
      '🎓',
      '🎤',
      '🏫',
      '🏭',
      '💻',
      '💼',
      '🔧',
      '🔬',
      '🎨',
      '🚒',
      '✈️',
      '🚀',
      '⚖️',
      '🦰',
      '🦯',
    ];
    const made = people
      .flatMap((who) => things.map((thing) => `${who}\u200d${thing}`))
      .filter((each) => emoji.test(each));
    expect(made.length).toBeGreaterThan(150);
    for (const each of made) expect(withoutDeceivingSigns(each)).toBe(each);
  });

  it('are all gone or needed after one reading, whatever the text', () => {
    const signs = fc.constantFrom(
      ...'\u200b\u200c\u200d\u200e\u200f\u061c\u202e\u2066\u2069\ufeff\u2060\ufe0f\ufe00\u180b',
      ...'aא1#مक葛👩🏽🏴',
      '\u{e0067}',
      '\u{e007f}',
      '\u20e3',
    );
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 30 }), (parts) => {
        const left = withoutDeceivingSigns(parts.join(''));
        expect(withoutDeceivingSigns(left)).toBe(left);
        expect(left).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u2060\ufeff]/);
        const seen = (text: string) => text.replace(/[\p{Default_Ignorable_Code_Point}]/gu, '');
        expect(seen(left)).toBe(seen(parts.join('')));
      }),
      { numRuns: 2_000 },
    );
  });

  it('take no longer than the text is long', () => {
    const began = performance.now();
    for (const piece of ['\u200b', '\u200d👩', '🏴\u{e0067}', 'م\u200c']) withoutDeceivingSigns(piece.repeat(200_000));
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});

describe('addresses in a display name', () => {
  test.each([
    ['ceo@bank.example', ''],
    ['"ceo@bank.example"', ''],
    ['Ada <ada@bank.example>', 'Ada'],
    ['Ada Lovelace - ada@bank.example', 'Ada Lovelace'],
    ['(ceo@bank.example) | Bank', 'Bank'],
    ['ceo@bank.example via Shop', 'via Shop'],
    ['Ada ceo@bank.example of Bank', 'Ada of Bank'],
    ['ceo＠bank.example', ''],
    ['ceo﹫bank．example', ''],
    ['ceo@bank。example', ''],
    ['ceo@банк.рф', ''],
    ['ceo\u00a0ceo@bank.example', 'ceo'],
    ['a@b@bank.example', ''],
    ['🎁 ceo@bank.example', '🎁'],
    ['mailto:ceo@bank.example?subject=x', ''],
  ])('%s becomes %s', (name, left) => {
    expect(withoutAddresses(name)).toBe(left);
  });

  test.each([
    'Shop',
    'C@fe Berlin',
    'Meet @ Shop',
    '@ada',
    'ada@',
    'Shop  &  Co. @ 5.30',
    'shop.example',
    'מהא @ לימיקר',
  ])('%s holds none', (name) => {
    expect(withoutAddresses(name)).toBe(name);
  });

  it('take no longer than the name is long', () => {
    const began = performance.now();
    for (const piece of ['@', 'a@', '.@', 'a@b ', ' @', '@\ufdfa']) withoutAddresses(piece.repeat(10_000));
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});
