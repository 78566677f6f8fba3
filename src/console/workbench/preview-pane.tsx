/** The mail beside its editor, rendered again while somebody types. */
import { type ReactNode, useMemo, useState } from 'react';
import { type Fault, faultOf } from '../api/fault.ts';
import { TemplatePreviewDocument, type TemplatePreviewQuery, type TemplateSaveInput } from '../api/operations.ts';
import { useAsk } from '../api/use-ask.ts';
import { Button } from '../parts/button.tsx';
import { FormDialog } from '../parts/dialog.tsx';
import { FaultNote } from '../parts/fault-view.tsx';
import { type Option, SelectField } from '../parts/field.tsx';
import { LazyJsonEditor } from '../parts/lazy-json-editor.tsx';
import { MailFrame } from '../parts/mail-frame.tsx';
import { readJsonText } from '../parts/read-json-text.ts';
import { Skeleton } from '../parts/states.tsx';
import { words } from '../words.ts';
import { useSettled } from './use-settled.ts';

const text = words.template;

/** Milliseconds without a key after which the mail is rendered. */
const pause = 250;

export type Preview = NonNullable<TemplatePreviewQuery['templatePreview']>;

/** What the reader chooses about the preview. */
interface Choices {
  readonly locale: string;
  readonly width: keyof typeof text.widths;
  readonly scheme: keyof typeof text.schemes;
  readonly view: keyof typeof text.views;
}

/** The preview of the draft. It shows the last draft that could be rendered while the present one cannot. */
export function usePreview(eventType: string, input: TemplateSaveInput | null, locale: string, payload: string) {
  const settled = useSettled(input, pause);
  const sent = useMemo(() => {
    const { value } = readJsonText(payload);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  }, [payload]);
  const reading = useAsk(
    TemplatePreviewDocument,
    { eventType, input: { draft: settled, locale: locale || null, payload: sent } },
    { enabled: settled !== null, keep: true },
  );
  const [last, setLast] = useState<Preview | null>(null);
  const shown = reading.fault === null ? (reading.data?.templatePreview ?? null) : null;
  if (shown !== null && shown !== last) setLast(shown);
  return { preview: last, fault: reading.fault && faultOf(reading.fault), isFetching: reading.isFetching };
}

interface PreviewPaneProps {
  readonly preview: Preview | null;
  readonly fault: Fault | null;
  readonly isFetching: boolean;
  readonly locales: readonly string[];
  readonly locale: string;
  readonly onLocale: (locale: string) => void;
  readonly payload: string;
  readonly onPayload: (payload: string) => void;
}

export function PreviewPane(props: PreviewPaneProps): ReactNode {
  const { preview, fault, isFetching, locales, locale, onLocale, payload, onPayload } = props;
  const [choices, setChoices] = useState<Omit<Choices, 'locale'>>({ width: 'wide', scheme: 'light', view: 'html' });
  const [editing, setEditing] = useState(false);
  const choose = (change: Partial<Choices>) => setChoices((now) => ({ ...now, ...change }));
  return (
    <section className="preview" aria-label={text.preview}>
      <div className="preview-bar">
        <Choice label={text.language} value={locale} options={locales.map((each) => [each, each])} onPick={onLocale} />
        <Choice
          label={text.width}
          value={choices.width}
          options={Object.entries(text.widths)}
          onPick={(width) => choose({ width: width as Choices['width'] })}
        />
        <Choice
          label={text.colors}
          value={choices.scheme}
          options={Object.entries(text.schemes)}
          onPick={(scheme) => choose({ scheme: scheme as Choices['scheme'] })}
        />
        <Choice
          label={text.view}
          value={choices.view}
          options={Object.entries(text.views)}
          onPick={(view) => choose({ view: view as Choices['view'] })}
        />
        <Button kind="quiet" onClick={() => setEditing(true)}>
          {text.sample}
        </Button>
        <span className="preview-state" aria-live="polite">
          {isFetching ? text.rendering : ''}
        </span>
      </div>
      {fault && Object.keys(fault.errors).length === 0 && <FaultNote fault={fault} />}
      {preview ? (
        <div className="preview-mail" data-stale={fault !== null || undefined}>
          <header>
            <p className="preview-subject">{preview.subject}</p>
            <p className="hint">
              {preview.displayName ? `${preview.displayName} · ` : ''}
              {preview.fromLocalPart}@…
              {preview.replyTo ? ` · ${text.replyTo} ${preview.replyTo}` : ''}
            </p>
            {fault && <p className="hint wrong">{text.stale}</p>}
            {preview.fallenBack.length > 0 && <p className="hint">{text.fallbacks(preview.fallenBack.join(', '))}</p>}
          </header>
          {choices.view === 'html' ? (
            <div className="preview-paper" data-width={choices.width}>
              <MailFrame html={preview.html} title={text.previewOf} scheme={choices.scheme} />
            </div>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard.
            <pre className="preview-text" tabIndex={0} role="region" aria-label={text.previewOf}>
              {preview.text}
            </pre>
          )}
        </div>
      ) : (
        fault === null && <Skeleton lines={8} />
      )}
      {editing && (
        <PayloadDialog
          payload={payload}
          onClose={() => setEditing(false)}
          onSave={(next) => {
            onPayload(next);
            setEditing(false);
          }}
        />
      )}
    </section>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onPick: (value: string) => void;
}

function Choice({ label, value, options, onPick }: ChoiceProps): ReactNode {
  return <SelectField label={label} value={value} options={options} onChange={({ target }) => onPick(target.value)} />;
}

interface PayloadDialogProps {
  readonly payload: string;
  readonly onClose: () => void;
  readonly onSave: (payload: string) => void;
}

function PayloadDialog({ payload, onClose, onSave }: PayloadDialogProps): ReactNode {
  const [draft, setDraft] = useState(payload);
  const notJson = draft.trim() === '' ? null : readJsonText(draft).fault;
  return (
    <FormDialog
      open
      wide
      onClose={onClose}
      title={text.payload}
      intro={text.sampleHint}
      submit={words.common.save}
      onSubmit={() => notJson === null && onSave(draft)}
    >
      <LazyJsonEditor value={draft} label={text.payload} onChange={setDraft} />
      {notJson && <p className="hint wrong">{words.common.jsonFault(notJson)}</p>}
    </FormDialog>
  );
}
