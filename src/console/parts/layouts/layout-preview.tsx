/** A mail with the layout that is being written, and what it changes. */
import { type ReactNode, useMemo, useState } from 'react';
import { PreviewOfLayoutDocument, type PreviewOfLayoutQuery } from '../../api/operations.ts';
import { useAsk } from '../../api/use-ask.ts';
import { words } from '../../words.ts';
import { useSettled } from '../../workbench/preview/use-settled-value.ts';
import { SelectField } from '../forms/field.tsx';
import { MailFrame } from '../messages/mail-frame.tsx';
import { Skeleton } from '../states.tsx';
import { inputOf, type LayoutDraft } from './layout-draft.ts';

const text = words.layouts;
/** Milliseconds without a key after which the templates are rendered. */
const pause = 600;

interface LayoutPreviewProps {
  readonly name: string;
  readonly draft: LayoutDraft;
  /** Event types whose mail can be shown. */
  readonly usedBy: readonly string[];
}

/** It shows the last layout that could be rendered while the present one has faults. */
export function LayoutPreview({ name, draft, usedBy }: LayoutPreviewProps): ReactNode {
  const [eventType, setEventType] = useState('');
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  const input = useMemo(() => ({ ...inputOf(draft), baseVersion: null }), [draft]);
  const settled = useSettled(input, pause);
  const asked = { name, input: settled, eventType: eventType || null };
  const reading = useAsk(PreviewOfLayoutDocument, asked, { keep: true });
  const [last, setLast] = useState<PreviewOfLayoutQuery['layoutPreview']>(null);
  const shown = reading.fault === null ? (reading.data?.layoutPreview ?? null) : null;
  if (shown !== null && shown !== last) setLast(shown);
  return (
    <section className="preview" aria-label={text.preview}>
      <div className="brand-fields" data-pairs>
        <SelectField
          label={text.mail}
          options={[['', text.starter], ...usedBy.map((each) => [each, each] as const)]}
          value={eventType}
          onChange={({ target }) => setEventType(target.value)}
        />
        <SelectField
          label={words.brand.scheme}
          options={[
            ['light', words.brand.light],
            ['dark', words.brand.dark],
          ]}
          value={scheme}
          onChange={({ target }) => setScheme(target.value === 'dark' ? 'dark' : 'light')}
        />
      </div>
      {reading.fault && <p className="hint wrong">{text.stale}</p>}
      {last && <Changes {...last} />}
      {last ? (
        <div className="preview-mail" data-stale={reading.fault !== null || undefined}>
          <div className="preview-paper">
            <MailFrame html={last.mail.html} title={text.preview} scheme={scheme} width="wide" />
          </div>
        </div>
      ) : (
        reading.fault === null && <Skeleton lines={8} />
      )}
    </section>
  );
}

function Changes({ uses, changes }: NonNullable<PreviewOfLayoutQuery['layoutPreview']>): ReactNode {
  const touched = changes.filter(({ differs, breaks }) => differs.length + breaks.length > 0);
  return (
    <section className="changes" aria-label={text.changes}>
      <p>{text.summary(uses, touched.length)}</p>
      {changes.length < uses && <p className="hint">{text.notCompared(uses - changes.length)}</p>}
      {touched.length > 0 && (
        <ul>
          {touched.map(({ eventType, differs, breaks }) => (
            <li key={eventType}>
              <code>{eventType}</code> {differs.join(', ')}
              {breaks.map((told) => (
                <p key={told} className="hint wrong">
                  {told}
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
