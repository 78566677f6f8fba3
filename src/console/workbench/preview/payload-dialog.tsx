/** Asks for the payload of a preview, as JSON. */
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../parts/dialogs/dialog.tsx';
import { LazyJsonEditor } from '../../parts/json/lazy-json-editor.tsx';
import { readJsonText } from '../../parts/json/read-json-text.ts';
import { words } from '../../words.ts';

interface PayloadDialogProps {
  readonly payload: string;
  readonly onClose: () => void;
  readonly onSave: (payload: string) => void;
}

export function PayloadDialog({ payload, onClose, onSave }: PayloadDialogProps): ReactNode {
  const [draft, setDraft] = useState(payload);
  const notJson = readJsonText(draft).fault;
  return (
    <FormDialog
      open
      wide
      onClose={onClose}
      title={words.preview.payload}
      intro={words.preview.payloadHint}
      submit={words.preview.usePayload}
      onSubmit={() => notJson === null && onSave(draft)}
    >
      <LazyJsonEditor value={draft} label={words.preview.payload} onChange={setDraft} />
      {notJson && <p className="hint wrong">{words.common.jsonFault(notJson)}</p>}
    </FormDialog>
  );
}
