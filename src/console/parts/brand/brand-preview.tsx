/** A starter with the brand that is being written. */
import { type ReactNode, useMemo, useState } from 'react';
import { PreviewOfBrandDocument, type PreviewOfBrandQuery, type StarterName } from '../../api/operations.ts';
import { useAsk } from '../../api/use-ask.ts';
import { words } from '../../words.ts';
import { useSettled } from '../../workbench/preview/use-settled-value.ts';
import { SelectField } from '../forms/field.tsx';
import { MailFrame } from '../messages/mail-frame.tsx';
import { Skeleton } from '../states.tsx';
import { type BrandDraft, inputOf } from './brand-draft.ts';

const text = words.brand;
/** Milliseconds without a key after which the mail is rendered. */
const pause = 250;

const starters = ['receipt', 'welcome', 'shipping', 'weekly_digest'] as const satisfies readonly StarterName[];
type Shown = (typeof starters)[number];

/** It shows the last brand that could be rendered while the present one has faults. */
export function BrandPreview({ draft }: { readonly draft: BrandDraft }): ReactNode {
  const [starter, setStarter] = useState<Shown>('receipt');
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  const input = useMemo(() => ({ ...inputOf(draft), name: draft.name.trim() || text.sampleName }), [draft]);
  const settled = useSettled(input, pause);
  const reading = useAsk(PreviewOfBrandDocument, { input: settled, starter }, { keep: true });
  const [last, setLast] = useState<PreviewOfBrandQuery['brandPreview']>(null);
  const shown = reading.fault === null ? (reading.data?.brandPreview ?? null) : null;
  if (shown !== null && shown !== last) setLast(shown);
  return (
    <section className="preview" aria-label={text.preview}>
      <div className="brand-fields" data-pairs>
        <SelectField
          label={text.starter}
          options={starters.map((name) => [name, text.starters[name]])}
          value={starter}
          onChange={({ target }) => setStarter(starters.find((name) => name === target.value) ?? 'receipt')}
        />
        <SelectField
          label={text.scheme}
          options={[
            ['light', text.light],
            ['dark', text.dark],
          ]}
          value={scheme}
          onChange={({ target }) => setScheme(target.value === 'dark' ? 'dark' : 'light')}
        />
      </div>
      {reading.fault && <p className="hint wrong">{text.stale}</p>}
      {last ? (
        <div className="preview-mail" data-stale={reading.fault !== null || undefined}>
          <div className="preview-paper">
            <MailFrame html={last.html} title={text.preview} scheme={scheme} width="wide" />
          </div>
        </div>
      ) : (
        reading.fault === null && <Skeleton lines={8} />
      )}
    </section>
  );
}
