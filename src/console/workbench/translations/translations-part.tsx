/** The translations of a draft: side by side, or as JSON. */
import type { ReactNode } from 'react';
import type { FieldErrors } from '../../api/fault.ts';
import { FaultList } from '../../parts/events/fault-list.tsx';
import { LazyJsonEditor } from '../../parts/json/lazy-json-editor.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { words } from '../../words.ts';
import type { Content } from '../blocks/change-blocks.ts';
import type { Forms } from '../blocks/format.ts';
import { type EditedAs, EditedAsSwitch, NotJson } from '../content-part.tsx';
import type { Draft } from '../drafts/draft.ts';
import { TranslationsForm } from './translations-form.tsx';
import { Translators } from './translators.tsx';

const text = words.translations;

interface TranslationsPartProps {
  readonly forms: Forms | null;
  readonly draft: Draft;
  /** Null while a part is no JSON. */
  readonly content: Content | null;
  readonly jsonFault: string | null;
  readonly errors: FieldErrors;
  readonly editedAs: EditedAs;
  readonly locale: string;
  readonly canEdit: boolean;
  readonly eventType: string;
  /** Whether a file of translators may take the place of what is shown; null: there is no live version yet. */
  readonly canBring: boolean | null;
  readonly onBrought: () => void;
  readonly onLocale: (locale: string) => void;
  readonly onChange: (change: Partial<Draft>) => void;
  readonly onContent: (content: Content) => void;
}

export function TranslationsPart(props: TranslationsPartProps): ReactNode {
  const {
    forms,
    draft,
    content,
    jsonFault,
    errors,
    editedAs,
    eventType,
    canBring,
    onBrought,
    onChange,
    onContent,
    ...rest
  } = props;
  return (
    <div className="content-form">
      <div className="content-head">
        <h2>{text.title}</h2>
        {canBring !== null && rest.canEdit && (
          <Translators
            eventType={eventType}
            locale={rest.locale === draft.locale ? '' : rest.locale}
            canBring={canBring}
            onBrought={onBrought}
          />
        )}
        <EditedAsSwitch value={editedAs} form={text.asForm} />
      </div>
      {editedAs === 'json' ? (
        <>
          <LazyJsonEditor
            value={draft.translations}
            label={text.editor}
            errors={errors}
            onChange={(translations) => onChange({ translations })}
          />
          {jsonFault && <p className="hint wrong">{words.common.jsonFault(jsonFault)}</p>}
          <FaultList errors={errors} />
        </>
      ) : content === null ? (
        <NotJson />
      ) : forms ? (
        <TranslationsForm
          {...rest}
          forms={forms}
          content={content}
          subject={draft.subject}
          displayName={draft.displayName}
          ownLocale={draft.locale}
          errors={errors}
          onChange={onContent}
        />
      ) : (
        <Skeleton lines={8} />
      )}
    </div>
  );
}
