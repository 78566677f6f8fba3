/** The mail beside its editor. */
import { type ReactNode, useState } from 'react';
import type { Fault } from '../../api/fault.ts';
import { FaultNote } from '../../parts/events/fault-view.tsx';
import { MailFrame } from '../../parts/messages/mail-frame.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { words } from '../../words.ts';
import { PayloadDialog } from './payload-dialog.tsx';
import { PreviewBar } from './preview-bar.tsx';
import type { Preview } from './use-preview.ts';
import type { RealPayload, Values } from './values.ts';

const text = words.preview;

interface PreviewPaneProps {
  readonly preview: Preview | null;
  readonly fault: Fault | null;
  readonly isFetching: boolean;
  /** What is shown, such as a version that is not the draft; null: the draft. */
  readonly caption: string | null;
  readonly locales: readonly string[];
  readonly values: Values;
  readonly payloads: readonly RealPayload[];
  readonly examples: readonly string[];
  readonly onChange: (change: Partial<Values>) => void;
}

export function PreviewPane(props: PreviewPaneProps): ReactNode {
  const { preview, fault, isFetching, caption, locales, values, payloads, examples, onChange } = props;
  const [isWriting, setWriting] = useState(false);
  return (
    <section className="preview" aria-label={text.title}>
      <PreviewBar
        values={values}
        locales={locales}
        payloads={payloads}
        examples={examples}
        onChange={onChange}
        onWrite={() => setWriting(true)}
      />
      {fault && Object.keys(fault.errors).length === 0 && <FaultNote fault={fault} />}
      {preview ? (
        <div className="preview-mail" data-stale={fault !== null || undefined}>
          <header>
            <p className="preview-subject" dir="auto">
              {preview.subject}
            </p>
            <p className="hint">
              {preview.displayName ? `${preview.displayName} · ` : ''}
              {preview.fromLocalPart}@…
              {preview.replyTo ? ` · ${text.replyTo} ${preview.replyTo}` : ''}
            </p>
            {caption && <p className="hint">{caption}</p>}
            {fault && <p className="hint wrong">{text.stale}</p>}
            {preview.fallenBack.length > 0 && (
              <p className="hint preview-fallbacks">{text.fallbacks(preview.fallenBack.join(', '))}</p>
            )}
            {preview.files.length > 0 && (
              <p className="hint">{text.files(preview.files.map(({ filename }) => filename).join(', '))}</p>
            )}
            <span className="preview-state" aria-live="polite">
              {isFetching ? text.rendering : ''}
            </span>
          </header>
          {values.view === 'html' ? (
            <div className="preview-paper">
              <MailFrame html={preview.html} title={text.of} scheme={values.scheme} width={values.width} />
            </div>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard.
            <section className="preview-text" tabIndex={0} aria-label={text.of}>
              <pre>{preview.text}</pre>
            </section>
          )}
        </div>
      ) : (
        fault === null && <Skeleton lines={8} />
      )}
      {isWriting && (
        <PayloadDialog
          payload={values.written}
          onClose={() => setWriting(false)}
          onSave={(written) => {
            onChange({ source: 'own', written });
            setWriting(false);
          }}
        />
      )}
    </section>
  );
}
