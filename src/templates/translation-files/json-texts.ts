/** Texts for translators as JSON. */
import { z } from 'zod';
import { isLocale } from '../../../emails/index.ts';
import { type BroughtFile, type TranslationFile, TranslationFileFault, textsMax } from './translation-file.ts';

export function writeJson({ locale, sourceLocale, templates }: TranslationFile): string {
  const file = {
    locale,
    source_locale: sourceLocale,
    templates: templates.map(({ name, texts }) => ({
      name,
      texts: texts.map(({ fieldId, state, before, source, text }) => ({
        id: fieldId,
        state,
        ...(before !== null && { before }),
        source,
        text,
      })),
    })),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Brackets that open, those in texts included: parsing takes memory for each. */
const bracketsMax = 1_000_000;

const fileSchema = z.object({
  locale: z.string().refine(isLocale, 'must be a language tag such as en or pt-BR'),
  templates: z.array(
    z.object({
      name: z.string(),
      texts: z.array(z.object({ id: z.string(), source: z.string(), text: z.string() })),
    }),
  ),
});

/** Throws TranslationFileFault. */
export function readJson(text: string): BroughtFile {
  const parsed = fileSchema.safeParse(parsedJson(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new TranslationFileFault(`has another form at ${issue?.path.join('.') || 'its root'}: ${issue?.message}`);
  }
  const { locale, templates } = parsed.data;
  if (templates.reduce((sum, { texts }) => sum + texts.length, 0) > textsMax) {
    throw new TranslationFileFault(`has more than ${textsMax} texts`);
  }
  return {
    locale,
    templates: templates.map(({ name, texts }) => ({
      name,
      texts: texts.map(({ id, source, text }) => ({ fieldId: id, source, text })),
    })),
  };
}

function parsedJson(text: string): unknown {
  if (text.split(/[[{]/, bracketsMax + 1).length > bracketsMax) {
    throw new TranslationFileFault(`has more than ${bracketsMax} opening brackets`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new TranslationFileFault('is no JSON');
  }
}
