/** How far all templates are translated, a line for each language; a press lists those that it lacks. */
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  TemplateLanguagesDocument,
  type TemplateLanguagesQuery,
  type TemplateLineFragment,
} from '../../api/operations.ts';
import { useAsk } from '../../api/use-ask.ts';
import { words } from '../../words.ts';
import { languageName } from './language-name.ts';

const text = words.templates;

type Language = NonNullable<TemplateLanguagesQuery['templateLanguages']>['languages'][number];

/** Whether the template has texts that are missing or outdated in the language; one without a version has none at all. */
export function lacks({ template }: TemplateLineFragment, locale: string): boolean {
  if (template === null) return false;
  if (template.locale === locale) return false;
  const own = template.coverage.find((language) => language.locale === locale);
  return own === undefined || own.missing.length + own.outdated.length > 0;
}

/** Nothing where all templates are in one language. `chosen`: the language whose gaps are listed. */
export function LanguageCoverage({ chosen }: { readonly chosen: string | undefined }): ReactNode {
  const { data } = useAsk(TemplateLanguagesDocument, {});
  const known = data?.templateLanguages;
  if (!known || known.languages.length < 2) return null;
  return (
    <ul className="coverage" aria-label={text.coverage}>
      {known.languages.map((language) => (
        <li key={language.locale}>
          <Line language={language} all={known.eventTypes} isChosen={language.locale === chosen} />
        </li>
      ))}
    </ul>
  );
}

interface LineProps {
  readonly language: Language;
  readonly all: number;
  readonly isChosen: boolean;
}

function Line({ language, all, isChosen }: LineProps): ReactNode {
  const { locale, complete, incomplete, outdated, absent } = language;
  const gaps = [
    outdated > 0 && text.outdated(outdated),
    incomplete > 0 && text.incomplete(incomplete),
    absent > 0 && text.absent(absent),
  ].filter((gap) => gap !== false);
  const said = (
    <>
      <strong>{languageName(locale) || locale}</strong>
      <span className="hint">{text.complete(complete, all)}</span>
    </>
  );
  if (gaps.length === 0) {
    return (
      <span className="coverage-line" data-tone="good">
        {said}
        <Check size={14} aria-label={text.allComplete} />
      </span>
    );
  }
  return (
    <Link
      className="coverage-line"
      data-tone={outdated > 0 ? 'bad' : 'warn'}
      to="."
      search={(now) => ({ ...now, language: isChosen ? undefined : locale })}
      replace
      aria-current={isChosen || undefined}
      title={isChosen ? text.showAll : text.showGaps(languageName(locale) || locale)}
    >
      {said}
      <span className="coverage-gaps">{gaps.join(', ')}</span>
    </Link>
  );
}
