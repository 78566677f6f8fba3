/** A language of a template in a list, with what it lacks. */
import type { ReactNode } from 'react';
import { words } from '../../words.ts';
import { languageName } from './language-name.ts';

const text = words.translations;

interface LanguageTagProps {
  readonly locale: string;
  /** `own`: the language that the template is written in. */
  readonly state?: 'own';
  readonly missing?: number;
  readonly outdated?: number;
}

export function LanguageTag({ locale, state, missing = 0, outdated = 0 }: LanguageTagProps): ReactNode {
  const facts = [
    languageName(locale) || locale,
    state === 'own' ? text.original : outdated + missing === 0 && text.complete,
    outdated > 0 && text.outdatedTexts(outdated),
    missing > 0 && text.missingTexts(missing),
  ].filter((fact) => typeof fact === 'string');
  const tone = outdated > 0 ? 'bad' : missing > 0 ? 'warn' : 'good';
  return (
    <span className="language-tag" data-tone={tone} title={facts.join(', ')}>
      {locale}
      {outdated + missing > 0 && <span> {outdated + missing}</span>}
      <span className="unseen">{facts.slice(1).join(', ')}</span>
    </span>
  );
}
