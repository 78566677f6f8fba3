/** The pictures of the platform: to upload, to take for a logo, to copy the address of, and to delete. */
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { base64 } from '../../api/base64.ts';
import {
  type PictureFactsFragment,
  PictureRemoveDocument,
  PicturesDocument,
  PictureUploadDocument,
} from '../../api/operations.ts';
import { useList } from '../../api/use-ask.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { CopyButton } from '../copy.tsx';
import { useTold } from '../dialogs/act-dialog.ts';
import { Confirm } from '../dialogs/dialog.tsx';
import { FaultNote } from '../events/fault-view.tsx';
import { Field } from '../forms/field.tsx';
import { Card } from '../page.tsx';
import { Skeleton } from '../states.tsx';

const text = words.pictures;

type Picture = PictureFactsFragment;
type LogoField = 'logoUrl' | 'darkLogoUrl';

interface PictureShelfProps {
  readonly onChoose: (field: LogoField, url: string) => void;
}

export function PictureShelf({ onChoose }: PictureShelfProps): ReactNode {
  const { rows, fault, hasMore, isFetchingMore, more } = useList(PicturesDocument, {}, ({ pictures }) => pictures);
  const { allowWide } = useScopes();
  const [going, setGoing] = useState<Picture | null>(null);
  const mayChange = allowWide('manage');
  return (
    <Card title={text.title} hint={text.hint}>
      {mayChange && <Upload />}
      {fault && <FaultNote fault={fault} />}
      {rows === undefined && fault === null && <Skeleton lines={2} />}
      {rows?.length === 0 && <p className="hint">{text.none}</p>}
      <ul className="pictures">
        {rows?.map((picture, at) => (
          <li key={picture.id}>
            <img src={new URL(picture.url).pathname} alt={text.nameOf(at + 1)} loading="lazy" />
            <span className="hint">
              {text.facts(picture.width, picture.height, picture.size)}
              <CopyButton text={picture.url} what={text.addressOf(at + 1)} />
            </span>
            {mayChange && (
              <span className="picture-acts">
                <Button kind="quiet" onClick={() => onChoose('logoUrl', picture.url)}>
                  {text.asLogo}
                </Button>
                <Button kind="quiet" onClick={() => onChoose('darkLogoUrl', picture.url)}>
                  {text.asDarkLogo}
                </Button>
                <Button
                  kind="quiet"
                  icon={Trash2}
                  aria-label={text.deleteOf(at + 1)}
                  title={text.delete}
                  onClick={() => setGoing(picture)}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button busy={isFetchingMore} onClick={more}>
          {text.more}
        </Button>
      )}
      {going && <Deletion id={going.id} onClose={() => setGoing(null)} />}
    </Card>
  );
}

function Upload(): ReactNode {
  const upload = useTold(PictureUploadDocument, { done: text.uploaded });
  const send = async (file: File | undefined) => {
    if (file) upload.run({ content: base64(new Uint8Array(await file.arrayBuffer())) });
  };
  const { fault, busy } = upload;
  const wrong = fault?.errors['input.content']?.[0] ?? fault?.errors.content?.[0] ?? null;
  return (
    <>
      {fault && wrong === null && <FaultNote fault={fault} />}
      <Field label={text.upload} hint={text.uploadHint} error={wrong}>
        {(ids) => (
          <input
            {...ids}
            type="file"
            accept="image/png,image/jpeg,image/gif,image/webp"
            aria-invalid={wrong ? true : undefined}
            disabled={busy}
            onChange={({ target }) => {
              void send(target.files?.[0]);
              // The same file may be chosen again.
              target.value = '';
            }}
          />
        )}
      </Field>
    </>
  );
}

function Deletion({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const remove = useTold(PictureRemoveDocument, { done: text.deleted, after: onClose });
  return (
    <Confirm
      open
      onClose={onClose}
      title={text.deleteTitle}
      hint={text.deleteHint}
      action={text.delete}
      busy={remove.busy}
      fault={remove.fault}
      onConfirm={() => remove.run({ id })}
    />
  );
}
