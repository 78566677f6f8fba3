/** Asks for a language that the template does not have. */
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../parts/dialogs/dialog.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { words } from '../../words.ts';
import { languageName } from './language-name.ts';

const text = words.translations;

/** Offered while the reader types; any other tag can be written. */
const offered = [
  'ar',
  'cs',
  'da',
  'de',
  'es',
  'fi',
  'fr',
  'he',
  'hi',
  'hu',
  'it',
  'ja',
  'ko',
  'nb',
  'nl',
  'pl',
  'pt',
  'pt-BR',
  'ro',
  'sv',
  'tr',
  'uk',
  'vi',
  'zh-Hans',
  'zh-Hant',
];

interface AddLanguageProps {
  readonly taken: readonly string[];
  readonly onClose: () => void;
  readonly onAdd: (locale: string) => void;
}

export function AddLanguage({ taken, onClose, onAdd }: AddLanguageProps): ReactNode {
  const [locale, setLocale] = useState('');
  const [isSent, setSent] = useState(false);
  const tag = locale.trim();
  const canonical = canonicalTag(tag);
  const fault = canonical === null ? text.notATag : taken.includes(canonical) ? text.taken(canonical) : null;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={text.add}
      intro={text.addIntro}
      submit={text.add}
      onSubmit={() => {
        setSent(true);
        if (fault === null && canonical !== null) onAdd(canonical);
      }}
    >
      <Field label={text.tag} hint={languageName(tag) || text.tagHint} error={isSent ? fault : null}>
        {(ids) => (
          <>
            <input
              type="text"
              autoComplete="off"
              spellCheck={false}
              {...ids}
              list={`${ids.id}-list`}
              value={locale}
              onChange={({ target }) => setLocale(target.value)}
            />
            <datalist id={`${ids.id}-list`}>
              {offered
                .filter((each) => !taken.includes(each))
                .map((each) => (
                  <option key={each} value={each}>
                    {languageName(each)}
                  </option>
                ))}
            </datalist>
          </>
        )}
      </Field>
    </FormDialog>
  );
}

/** `pt-br` as `pt-BR`; null for what is no language tag. */
function canonicalTag(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}
