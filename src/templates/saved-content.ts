import type { TemplateContent } from '../../emails/index.ts';
import type { TemplateVersion } from '../../prisma/generated/client.ts';

type Saved = Pick<TemplateVersion, 'subject' | 'displayName' | 'replyTo' | 'locale' | 'composition' | 'translations'>;

/** What a version says. It was checked against the composition's shape when it was saved, and never changed since. */
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

/** The translations of a version, as they were saved. */
export function savedTranslations({ translations }: Pick<Saved, 'translations'>): TemplateContent['translations'] {
  return translations as unknown as TemplateContent['translations'];
}
