/** The content of a draft: as a form of blocks, or as JSON. Both change the same draft. */
import { useNavigate } from '@tanstack/react-router';
import { Braces, LayoutList } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../parts/button.tsx';
import { FaultList } from '../parts/events/fault-list.tsx';
import { FaultNote } from '../parts/events/fault-view.tsx';
import { Switch } from '../parts/forms/switch.tsx';
import { LazyJsonEditor } from '../parts/json/lazy-json-editor.tsx';
import { Skeleton } from '../parts/states.tsx';
import { words } from '../words.ts';
import { BlocksForm } from './blocks/blocks-form.tsx';
import type { Content } from './blocks/change-blocks.ts';
import type { useForms } from './blocks/format.ts';
import type { Draft, DraftErrors, ReadDraft } from './drafts/draft.ts';
import { HeaderForm } from './header-form.tsx';
import { TextLanguage } from './text-direction.ts';

const text = words.template;

export type EditedAs = 'form' | 'json';

/** The switch between form and JSON, kept in the address bar. */
export function EditedAsSwitch({ value, form }: { readonly value: EditedAs; readonly form: string }): ReactNode {
  const navigate = useNavigate();
  return (
    <Switch
      label={text.editedAs}
      value={value}
      named
      options={[
        ['form', form, LayoutList],
        ['json', text.asJson, Braces],
      ]}
      onPick={(as) =>
        void navigate({
          to: '.',
          search: (now: object) => ({ ...now, as: as === 'json' ? as : undefined }),
          replace: true,
        })
      }
    />
  );
}

interface ContentPartProps {
  readonly forms: ReturnType<typeof useForms>;
  readonly draft: Draft;
  readonly read: ReadDraft;
  /** Null while a part is no JSON. */
  readonly content: Content | null;
  readonly errors: DraftErrors;
  readonly editedAs: EditedAs;
  readonly onChange: (change: Partial<Draft>) => void;
  readonly onContent: (content: Content) => void;
}

export function ContentPart(props: ContentPartProps): ReactNode {
  const { forms, draft, read, content, errors, editedAs, onChange, onContent } = props;
  return (
    <TextLanguage value={draft.locale || null}>
      <div className="content-form">
        <HeaderForm draft={draft} errors={errors} tags={forms.forms?.tags ?? []} onChange={onChange} />
        <div className="content-head">
          <h2>{text.mail}</h2>
          <EditedAsSwitch value={editedAs} form={text.asForm} />
        </div>
        {editedAs === 'json' ? (
          <>
            <LazyJsonEditor
              value={draft.composition}
              label={text.editor}
              errors={errors.composition}
              onChange={(composition) => onChange({ composition })}
            />
            {read.compositionFault && <p className="hint wrong">{words.common.jsonFault(read.compositionFault)}</p>}
            <FaultList errors={errors.composition} />
          </>
        ) : content === null ? (
          <NotJson />
        ) : forms.forms ? (
          <BlocksForm forms={forms.forms} content={content} errors={errors.composition} onChange={onContent} />
        ) : forms.fault ? (
          <FaultNote fault={forms.fault} />
        ) : (
          <Skeleton lines={8} />
        )}
      </div>
    </TextLanguage>
  );
}

/** The form cannot show text that is no JSON; the text is kept. */
export function NotJson(): ReactNode {
  const navigate = useNavigate();
  const show = () => void navigate({ to: '.', search: (now: object) => ({ ...now, as: 'json' }), replace: true });
  return (
    <div className="note" data-tone="bad">
      <p>{text.notJson}</p>
      <Button onClick={show}>{text.toJson}</Button>
    </div>
  );
}
