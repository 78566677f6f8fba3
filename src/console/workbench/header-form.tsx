/** Subject and sender of a template. */
import type { ReactNode } from 'react';
import { TextField } from '../parts/forms/field.tsx';
import { words } from '../words.ts';
import type { MergeTag } from './blocks/format.ts';
import { TagText } from './blocks/tag-text.tsx';
import { type Draft, type DraftErrors, firstError } from './drafts/draft.ts';

const text = words.template;

interface HeaderFormProps {
  readonly draft: Draft;
  readonly errors: DraftErrors;
  readonly tags: readonly MergeTag[];
  readonly onChange: (change: Partial<Draft>) => void;
}

export function HeaderForm({ draft, errors, tags, onChange }: HeaderFormProps): ReactNode {
  const outermost = tags.filter(({ repeats }) => repeats.length === 0);
  const tagged = (key: 'subject' | 'displayName' | 'replyTo') => ({
    label: text[key],
    tags: outermost,
    value: draft[key],
    error: firstError(errors[key]),
    onChange: (value: string) => onChange({ [key]: value }),
  });
  const plain = (key: 'fromLocalPart' | 'locale') => ({
    label: text[key],
    value: draft[key],
    error: firstError(errors[key]),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange({ [key]: target.value }),
  });
  const senderFaults = [errors.fromLocalPart, errors.displayName, errors.replyTo, errors.locale].map(firstError);
  return (
    <>
      <TagText {...tagged('subject')} />
      <details className="value-group" open={senderFaults.some(Boolean) || undefined}>
        <summary>
          {text.sender}
          <span className="hint">
            {[draft.displayName, `${draft.fromLocalPart}@…`, draft.locale].filter(Boolean).join(' · ')}
          </span>
        </summary>
        <div className="block-fields">
          <div className="pair">
            <TagText {...tagged('displayName')} />
            <TextField {...plain('fromLocalPart')} />
          </div>
          <div className="pair">
            <TagText {...tagged('replyTo')} />
            <TextField {...plain('locale')} />
          </div>
        </div>
      </details>
    </>
  );
}
