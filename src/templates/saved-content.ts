import type { TemplateContent } from '../../emails/index.ts';
import type { TemplateVersion } from '../../prisma/generated/client.ts';

type Saved = Pick<TemplateVersion, 'subject' | 'displayName' | 'replyTo' | 'locale' | 'composition' | 'translations'>;

/** Returns the content of a version, which was checked when it was saved and never changes. */
export function savedContent({
  subject,
  displayName,
  replyTo,
  locale,
  composition,
  translations,
}: Saved): TemplateContent {
  return { subject, displayName, replyTo, locale, composition, translations } as unknown as TemplateContent;
}

/** Returns the translations of a version as saved. */
export function savedTranslations({ translations }: Pick<Saved, 'translations'>): TemplateContent['translations'] {
  return translations as unknown as TemplateContent['translations'];
}

/** Returns the composition of a version as saved. */
export function savedComposition({ composition }: Pick<Saved, 'composition'>): TemplateContent['composition'] {
  return composition as unknown as TemplateContent['composition'];
}
