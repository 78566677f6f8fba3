/** A template in a hundred languages is read, completed and compared in a step for each language. */
import { expect, it } from 'vitest';
import type { TemplateContent } from '../../emails/document/template.ts';
import type { Steps } from '../../src/ground/steps.ts';
import { fullTranslations } from '../../src/templates/languages/full-translations.ts';
import { plainTemplate } from '../../src/templates/plain-template.ts';
import { saysTheSame } from '../../src/templates/versions/says-the-same.ts';

const languages = 100;
const translations = Object.fromEntries(
  Array.from({ length: languages }, (_none, n) => [`l${n}`, { subject: { text: `S${n}` } }]),
);
const content: TemplateContent = {
  subject: 'S',
  displayName: null,
  replyTo: null,
  locale: 'en',
  composition: { editorVersion: 3, target: 'email', document: { blocks: [] } },
  translations,
};

function run<Result>(steps: Steps<Result>): { readonly result: Result; readonly steps: number } {
  for (let count = 1; ; count += 1) {
    const step = steps.next();
    if (step.done) return { result: step.value, steps: count };
  }
}

function* saved(of: TemplateContent) {
  yield;
  return { content: of, fromLocalPart: 'a', usesBrand: false, layout: null, characters: 1 };
}

it('is made plain', () => {
  const bare = Object.assign(Object.create(null), { text: 'x', source: undefined });
  const { result, steps } = run(
    plainTemplate({ ...content, replyTo: undefined, translations: { ...translations, bare } }),
  );
  const { replyTo: _none, ...others } = content;
  expect(result).toStrictEqual({ ...others, translations: { ...translations, bare: { text: 'x' } } });
  expect(steps).toBeGreaterThan(languages);
});

it.each([undefined, null, [], 'x', 1])('is made plain where the translations are %j', (translations) => {
  const { result } = run(plainTemplate({ subject: 'S', translations }));
  expect(result).toStrictEqual(JSON.parse(JSON.stringify({ subject: 'S', translations })));
});

it('is compared with what is saved', () => {
  const full = { ...content, translations: run(fullTranslations(translations)).result };
  const same = run(saysTheSame(saved(content), full, 'a'));
  expect(same.result).toBe(true);
  expect(same.steps).toBeGreaterThan(2 * languages);
  const { l99, ...fewer } = full.translations;
  const others: readonly TemplateContent[] = [
    { ...full, subject: 'T' },
    { ...full, composition: { ...full.composition, document: { blocks: [{ id: 'a', type: 'divider', attrs: {} }] } } },
    { ...full, translations: fewer },
    { ...full, translations: { ...fewer, l100: l99 ?? {} } },
    { ...full, translations: { ...full.translations, l99: { subject: { text: 'other', source: null } } } },
  ];
  for (const other of others) expect(run(saysTheSame(saved(content), other, 'a')).result).toBe(false);
  expect(run(saysTheSame(saved(content), full, 'b')).result).toBe(false);
});
