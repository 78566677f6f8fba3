/** The parts of a draft: subject, sender, and the composition as JSON. */
import type { ReactNode } from 'react';
import { FaultList } from '../parts/fault-list.tsx';
import { TextField } from '../parts/field.tsx';
import { LazyJsonEditor } from '../parts/lazy-json-editor.tsx';
import { words } from '../words.ts';
import { type Draft, type DraftErrors, firstError } from './draft.ts';

const text = words.template;

interface PartProps {
  readonly draft: Draft;
  readonly errors: DraftErrors;
  readonly onChange: (change: Partial<Draft>) => void;
}

export function ContentForm({
  draft,
  errors,
  onChange,
  notJson,
}: PartProps & { readonly notJson: string | null }): ReactNode {
  const field = (key: 'subject' | 'fromLocalPart' | 'displayName' | 'replyTo' | 'locale') => ({
    label: text[key],
    value: draft[key],
    error: firstError(errors[key]),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange({ [key]: target.value }),
  });
  return (
    <div className="content-form">
      <TextField {...field('subject')} />
      <div className="pair">
        <TextField {...field('fromLocalPart')} />
        <TextField {...field('displayName')} />
      </div>
      <div className="pair">
        <TextField {...field('replyTo')} />
        <TextField {...field('locale')} />
      </div>
      <p className="label">
        {text.composition} <span className="hint">{text.compositionHint}</span>
      </p>
      <LazyJsonEditor
        value={draft.composition}
        label={text.editor}
        errors={errors.composition}
        onChange={(composition) => onChange({ composition })}
      />
      {notJson && <p className="hint wrong">{words.common.jsonFault(notJson)}</p>}
      <FaultList errors={errors.composition} />
    </div>
  );
}

export function TranslationsForm({
  draft,
  errors,
  onChange,
  notJson,
}: PartProps & { readonly notJson: string | null }): ReactNode {
  return (
    <div className="content-form">
      <p className="label">
        {text.translations} <span className="hint">{text.translationsHint}</span>
      </p>
      <LazyJsonEditor
        value={draft.translations}
        label={text.translationsEditor}
        errors={errors.translations}
        onChange={(translations) => onChange({ translations })}
      />
      {notJson && <p className="hint wrong">{words.common.jsonFault(notJson)}</p>}
      <FaultList errors={errors.translations} />
    </div>
  );
}
