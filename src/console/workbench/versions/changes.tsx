/** What differs between two sides of a template: texts by language, then blocks and other values. */
import type { ReactNode } from 'react';
import type { TemplateChangesFragment } from '../../api/operations.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { words } from '../../words.ts';
import { sentence, typeName } from '../blocks/block-names.ts';
import { directionOf } from '../text-direction.ts';
import { languageName } from '../translations/language-name.ts';
import { WordChanges } from './word-changes.tsx';

const text = words.changes;

type Kind = keyof typeof text.kinds;
const tones: Readonly<Record<Kind, Tone>> = { added: 'good', removed: 'bad', changed: 'info', moved: 'calm' };

export function Changes({ texts, textsOmitted, blocks, values }: TemplateChangesFragment): ReactNode {
  if (texts.length + blocks.length + values.length === 0) return <p className="hint">{text.none}</p>;
  const locales = [...new Set(texts.map(({ locale }) => locale))];
  return (
    <div className="changes">
      {locales.map((locale) => (
        <section key={locale}>
          <h3>{text.texts([locale, languageName(locale)].filter(Boolean).join(' · '))}</h3>
          <ul>
            {texts
              .filter((each) => each.locale === locale)
              .map(({ fieldId, before, after, change }) => (
                <li key={fieldId}>
                  <p className="change-name">
                    <code>{fieldId}</code> <Badge tone={tones[change]}>{text.kinds[change]}</Badge>
                  </p>
                  <p className="change-words" lang={locale} dir={directionOf(after ?? before ?? '', locale)}>
                    <WordChanges before={before ?? ''} after={after ?? ''} />
                  </p>
                </li>
              ))}
          </ul>
        </section>
      ))}
      {textsOmitted > 0 && <p className="hint">{text.omitted(textsOmitted)}</p>}
      {blocks.length > 0 && (
        <section>
          <h3>{text.blocks}</h3>
          <ul>
            {blocks.map(({ blockId, type, change, attributes }) => (
              <li key={`${blockId} ${change}`}>
                <p className="change-name">
                  {typeName(type)} <code>{blockId}</code> <Badge tone={tones[change]}>{text.kinds[change]}</Badge>
                </p>
                <ValueChanges values={attributes} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {values.length > 0 && (
        <section>
          <h3>{text.values}</h3>
          <ValueChanges values={values} />
        </section>
      )}
    </div>
  );
}

function ValueChanges({ values }: { readonly values: TemplateChangesFragment['values'] }): ReactNode {
  return values.map(({ path, before, after }) => (
    <p className="change-value" key={path}>
      <span>{sentence(path)}</span>
      <del>{shown(before)}</del>
      <span aria-hidden>→</span>
      <ins>{shown(after)}</ins>
    </p>
  ));
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return text.nothing;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
