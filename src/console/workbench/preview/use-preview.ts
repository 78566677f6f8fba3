/** The mail of a draft, or of a saved version, rendered again while somebody types. */
import { useState } from 'react';
import { faultOf } from '../../api/fault.ts';
import { TemplatePreviewDocument, type TemplatePreviewQuery, type TemplateSaveInput } from '../../api/operations.ts';
import { useAsk } from '../../api/use-ask.ts';
import { useSettled } from './use-settled-value.ts';
import type { SentValues } from './values.ts';

/** Milliseconds without a key after which the mail is rendered. */
const pause = 250;

export type Preview = NonNullable<TemplatePreviewQuery['templatePreview']>;

/** Either a draft, or the number of a version. */
export type Rendered = { readonly draft: TemplateSaveInput | null } | { readonly version: number };

/** It shows the last draft that could be rendered while the present one cannot. */
export function usePreview(eventType: string, rendered: Rendered, values: SentValues) {
  const settled = useSettled(rendered, pause);
  const isReady = 'version' in settled || settled.draft !== null;
  const reading = useAsk(
    TemplatePreviewDocument,
    { eventType, input: { ...settled, ...values } },
    { enabled: isReady, keep: true },
  );
  const [last, setLast] = useState<Preview | null>(null);
  const shown = reading.fault === null ? (reading.data?.templatePreview ?? null) : null;
  if (shown !== null && shown !== last) setLast(shown);
  return { preview: last, fault: reading.fault && faultOf(reading.fault), isFetching: reading.isFetching };
}
