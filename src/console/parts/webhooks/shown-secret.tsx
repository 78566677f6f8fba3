import type { ReactNode } from 'react';
import { words } from '../../words.ts';
import { CopyText } from '../copy.tsx';
import { ShowDialog } from '../dialogs/dialog.tsx';

interface ShownSecretProps {
  readonly title: string;
  /** Null: nothing to show. */
  readonly secret: string | null;
  readonly onClose: () => void;
}

/** A secret that no later response holds. */
export function ShownSecret({ title, secret, onClose }: ShownSecretProps): ReactNode {
  return (
    <ShowDialog open={secret !== null} onClose={onClose} title={title} intro={words.common.shownOnce}>
      <div className="secret">
        <CopyText text={secret ?? ''} what={title} />
      </div>
    </ShowDialog>
  );
}
