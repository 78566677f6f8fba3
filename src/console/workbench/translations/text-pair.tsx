/** One text and its translation. */
import { type ReactNode, useId } from 'react';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { words } from '../../words.ts';
import type { MergeTag } from '../blocks/format.ts';
import { TagText } from '../blocks/tag-text.tsx';
import { directionOf } from '../text-direction.ts';
import { WordChanges } from '../versions/word-changes.tsx';
import { languageName } from './language-name.ts';
import { stateOf, type TextState, type TranslatableText, type Translation } from './texts.ts';

const text = words.translations;
const tones: Readonly<Record<TextState, Tone>> = { translated: 'good', missing: 'warn', outdated: 'bad' };

interface TextPairProps {
  readonly original: TranslatableText;
  readonly ownLocale: string;
  readonly locale: string;
  readonly translation: Translation | null;
  readonly canEdit: boolean;
  readonly tags: readonly MergeTag[];
  readonly error: string | null;
  /** Null: no translation. */
  readonly onChange: (translation: Translation | null) => void;
}

export function TextPair(props: TextPairProps): ReactNode {
  const { original, ownLocale, locale, translation, canEdit, tags, error, onChange } = props;
  const { fieldId, name, value, isLong } = original;
  const state = stateOf(value, translation);
  const id = useId();
  const keep = () => translation && onChange({ ...translation, source: value });
  return (
    <section className="text-pair" aria-labelledby={id} data-state={state}>
      <header>
        <h3 id={id}>
          {name} <code>{fieldId}</code>
        </h3>
        <Badge tone={tones[state]}>{text.states[state]}</Badge>
      </header>
      <div className="text-sides">
        <div className="text-own">
          <span className="hint">{ownLocale}</span>
          <p lang={ownLocale} dir={directionOf(value, ownLocale)}>
            {state === 'outdated' && translation?.source ? (
              <WordChanges before={translation.source} after={value} />
            ) : (
              value || <em>{text.empty}</em>
            )}
          </p>
        </div>
        {canEdit ? (
          <TagText
            label={languageName(locale) || locale}
            value={translation?.text ?? ''}
            lang={locale}
            isLong
            tags={tags}
            error={error}
            // What is typed is a translation of the present text.
            onChange={(typed) => {
              const text = isLong ? typed : typed.replaceAll('\n', ' ');
              onChange(text === '' ? null : { text, source: value });
            }}
          />
        ) : (
          <p lang={locale} dir={directionOf(translation?.text ?? '', locale)}>
            {translation?.text}
          </p>
        )}
      </div>
      {state === 'outdated' && canEdit && (
        <p className="text-note hint">
          {text.outdatedNote} <Button onClick={keep}>{text.keep}</Button>
        </p>
      )}
    </section>
  );
}
