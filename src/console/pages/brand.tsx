/** The brand of the platform: its form, and a starter that has it. */
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  BrandRemoveDocument,
  BrandStoreDocument,
  type BrandValuesFragment,
  PlatformBrandDocument,
} from '../api/operations.ts';
import { useAsk } from '../api/use-ask.ts';
import { useScopes } from '../api/use-scopes.ts';
import { draftOf, inputOf } from '../parts/brand/brand-draft.ts';
import { BrandForm } from '../parts/brand/brand-form.tsx';
import { BrandPreview } from '../parts/brand/brand-preview.tsx';
import { Button } from '../parts/button.tsx';
import { useOpen, useTold } from '../parts/dialogs/act-dialog.ts';
import { Confirm } from '../parts/dialogs/dialog.tsx';
import { FaultNote, FaultView } from '../parts/events/fault-view.tsx';
import { Page } from '../parts/page.tsx';
import { Skeleton } from '../parts/states.tsx';
import { words } from '../words.ts';

const text = words.brand;

export function BrandPage(): ReactNode {
  const { data, fault, retry } = useAsk(PlatformBrandDocument, {});
  const isNone = fault?.code === 'not_found';
  if (fault && !isNone) {
    return (
      <Page title={text.title} intro={text.intro}>
        <FaultView fault={fault} retry={retry} />
      </Page>
    );
  }
  // The answer to the last read stays after the deletion of a brand.
  const saved = isNone ? null : (data?.brand ?? null);
  if (saved || isNone) return <Brand key={saved === null ? 'none' : 'saved'} saved={saved} />;
  return (
    <Page title={text.title} intro={text.intro}>
      <Skeleton lines={8} />
    </Page>
  );
}

function Brand({ saved }: { readonly saved: BrandValuesFragment | null }): ReactNode {
  const [draft, setDraft] = useState(() => draftOf(saved));
  const { allowWide } = useScopes();
  const save = useTold(BrandStoreDocument, { done: text.saved });
  const deleting = useOpen();
  const remove = useTold(BrandRemoveDocument, { done: text.deleted, after: deleting.hide });
  return (
    <Page
      title={text.title}
      intro={text.intro}
      actions={
        allowWide('manage') && (
          <>
            {saved && (
              <Button kind="quiet" icon={Trash2} onClick={deleting.show}>
                {text.delete}
              </Button>
            )}
            <Button kind="primary" busy={save.busy} onClick={() => save.run({ input: inputOf(draft) })}>
              {text.save}
            </Button>
          </>
        )
      }
    >
      {save.fault && <FaultNote fault={save.fault} />}
      <Confirm
        open={deleting.open}
        onClose={deleting.hide}
        title={text.deleteTitle}
        hint={text.deleteHint}
        action={text.delete}
        busy={remove.busy}
        fault={remove.fault}
        onConfirm={() => remove.run({})}
      />
      <div className="workbench">
        <BrandForm
          draft={draft}
          fault={save.fault}
          onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
        />
        <BrandPreview draft={draft} />
      </div>
    </Page>
  );
}
