import { describe, expect, test } from 'vitest';
import { asksForAnswers, asksInSteps } from '../../emails/check/asks-for-answers.ts';
import { starterContent } from '../../emails/starters/starter.ts';
import { starterNames, starters } from '../../emails/starters.ts';
import { atOnce } from '../../src/ground/steps.ts';

describe('a text asks for answers', () => {
  test.each([
    'Is something wrong? Answer this mail and we will put it right.',
    'Questions?\nJust **reply** to this email.',
    'You can reply directly to this e-mail',
    'If it was not you, please respond to this message.',
    'Not sure yet? Try replying to this e-mail!',
    'Stimmt etwas nicht? Antworten Sie auf diese E-Mail, wir bringen es in Ordnung.',
    'Antworte einfach auf diese Nachricht.',
    'Gern können Sie auf diese E-Mail antworten.',
    'هل هناك خطأ؟ أجب على هذه الرسالة وسنصلحه.',
    'يمكنك الرد على هذه الرسالة.',
    'يمكنك الردّ على هذه الرسالة.',
    'Une question ? Répondez simplement à cet e-mail.',
    'Une question\u202f? Répondez simplement à cet e\u2011mail.',
    'N’hésitez pas, en répondant à ce message !',
    'Responde a este correo y te ayudaremos.',
    'Puedes responder directamente a este mensaje.',
    'ご質問は、このメールにそのままご返信ください。',
    'このメールへ返信してください。',
  ])('%s', (text) => expect(asksForAnswers(text)).toBe(true));

  test.each([
    'Please do not reply to this email.',
    'Please don’t answer this mail',
    'You cannot reply directly to this message.',
    'Nobody reads what you get by replying to this newsletter.',
    'Replies to this email are not read.',
    'Reply to this emailing',
    '[The short guide](https://example.com) answers most questions.',
    'This message was sent to you by the shop.',
    'Bitte antworten Sie nicht auf diese E-Mail.',
    'Sie können auf diese E-Mail nicht antworten.',
    'Antworten Sie auf diese E-Mail nicht!',
    'يرجى عدم الرد على هذه الرسالة.',
    'لا ترد على هذه الرسالة.',
    'Merci de ne pas répondre à cet e-mail.',
    'Il est inutile de répondre à ce message.',
    'No respondas a este correo.',
    'Por favor, no responda a este mensaje.',
    'このメールには返信できません。',
    'このメールに返信しないでください。',
    'このメールは送信専用です。',
  ])('and does not: %s', (text) => expect(asksForAnswers(text)).toBe(false));

  test('whatever a hostile author repeats, in little time', () => {
    const began = performance.now();
    for (const part of ['this mail ', 'answer ', '*_', ' ', 'auf diese e-mail ', '\u0301', '.']) {
      expect(asksForAnswers(part.repeat(Math.floor(1_000_000 / part.length)))).toBe(false);
    }
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});

test('of the starters those of orders and payments ask, in each of their languages', () => {
  const asking = starterNames.map((name) => {
    const content = starterContent(starters[name]);
    return [name, atOnce(asksInSteps(content))];
  });
  const all = ['en', 'de', 'fr', 'es', 'ar', 'ja'];
  expect(asking.filter(([, locales]) => locales?.length)).toEqual([
    ['receipt', all],
    ['payment-failed', all],
    ['shipping', all],
  ]);
});
