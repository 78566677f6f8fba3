/** The template's texts beside those of one other language, with what is missing and what is outdated. */
import { Languages, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { FieldErrors } from '../../api/fault.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialogs/dialog.tsx';
import { Empty } from '../../parts/states.tsx';
import { words } from '../../words.ts';
import type { Content } from '../blocks/change-blocks.ts';
import type { Forms } from '../blocks/format.ts';
import { AddLanguage } from './add-language.tsx';
import { languageName } from './language-name.ts';
import { TextPair } from './text-pair.tsx';
import { stateOf, type TextState, textsOf, translationOf } from './texts.ts';
import { UnknownTexts } from './unknown-texts.tsx';

const text = words.translations;

interface TranslationsFormProps {
  readonly forms: Forms;
  readonly content: Content;
  readonly subject: string;
  readonly displayName: string;
  /** The language of the template's own texts. */
  readonly ownLocale: string;
  /** The language that is shown beside them. */
  readonly locale: string;
  readonly onLocale: (locale: string) => void;
  /** Faults by language and field id, such as `de.title.text`. */
  readonly errors: FieldErrors;
  readonly canEdit: boolean;
  readonly onChange: (content: Content) => void;
}

export function TranslationsForm(props: TranslationsFormProps): ReactNode {
  const { forms, content, subject, displayName, ownLocale, locale, onLocale, errors, canEdit, onChange } = props;
  const [isAdding, setAdding] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const [onlyOpen, setOnlyOpen] = useState(false);
  const { composition, translations } = content;
  const languages = Object.keys(translations);
  const shown = languages.includes(locale) ? locale : languages[0];
  const texts = textsOf({ subject, displayName, composition }, forms.format, translations);
  const setTexts = (language: string, changed: Readonly<Record<string, unknown>>) =>
    onChange({ ...content, translations: { ...translations, [language]: changed } });
  const add = (language: string) => {
    setTexts(language, {});
    onLocale(language);
    setAdding(false);
  };
  const remove = () => {
    if (shown === undefined) return;
    onChange({
      ...content,
      translations: Object.fromEntries(Object.entries(translations).filter(([name]) => name !== shown)),
    });
    onLocale(ownLocale);
    setRemoving(false);
  };
  const stateIn = (language: string, fieldId: string, value: string): TextState =>
    stateOf(value, translationOf(translations, language, fieldId));
  return (
    <div className="content-form">
      <div className="languages">
        <fieldset className="chips">
          <legend className="unseen">{text.language}</legend>
          {languages.map((language) => {
            const open = texts.filter(
              ({ fieldId, value }) => stateIn(language, fieldId, value) !== 'translated',
            ).length;
            return (
              <label key={language} className="chip">
                <input
                  type="radio"
                  name="language"
                  className="unseen"
                  checked={language === shown}
                  onChange={() => onLocale(language)}
                />
                <strong>{language}</strong> {languageName(language)}
                <span className="hint" data-tone={open > 0 ? 'warn' : 'good'}>
                  {open > 0 ? text.open(open) : text.complete}
                </span>
              </label>
            );
          })}
        </fieldset>
        {canEdit && (
          <Button icon={Plus} onClick={() => setAdding(true)}>
            {text.add}
          </Button>
        )}
      </div>
      {shown === undefined ? (
        <Empty icon={Languages} title={text.none} hint={text.noneHint} />
      ) : (
        <>
          <div className="translations-bar">
            <label className="check">
              <input type="checkbox" checked={onlyOpen} onChange={({ target }) => setOnlyOpen(target.checked)} />
              {text.onlyOpen}
            </label>
            {canEdit && (
              <Button kind="quiet" icon={Trash2} onClick={() => setRemoving(true)}>
                {text.remove(shown)}
              </Button>
            )}
          </div>
          <UnknownTexts
            known={new Set(texts.map(({ fieldId }) => fieldId))}
            written={translations[shown] ?? {}}
            onChange={(changed) => setTexts(shown, changed)}
          />
          <div className="text-pairs">
            {texts
              .filter(({ fieldId, value }) => !onlyOpen || stateIn(shown, fieldId, value) !== 'translated')
              .map((each) => (
                <TextPair
                  key={each.fieldId}
                  original={each}
                  ownLocale={ownLocale}
                  locale={shown}
                  canEdit={canEdit}
                  translation={translationOf(translations, shown, each.fieldId)}
                  tags={forms.tags}
                  error={
                    errors[`${shown}.${each.fieldId}`]?.join(' ') ??
                    errors[`${shown}.${each.fieldId}.text`]?.join(' ') ??
                    null
                  }
                  onChange={(translation) =>
                    setTexts(shown, withText(translations[shown] ?? {}, each.fieldId, translation))
                  }
                />
              ))}
          </div>
        </>
      )}
      {isAdding && <AddLanguage taken={[ownLocale, ...languages]} onClose={() => setAdding(false)} onAdd={add} />}
      <Confirm
        open={isRemoving}
        onClose={() => setRemoving(false)}
        title={text.removeTitle(shown ?? '')}
        hint={text.removeHint}
        action={text.remove(shown ?? '')}
        onConfirm={remove}
      />
    </div>
  );
}

function withText(texts: Readonly<Record<string, unknown>>, fieldId: string, translation: unknown) {
  const { [fieldId]: _, ...rest } = texts;
  return translation === null ? rest : { ...rest, [fieldId]: translation };
}
