/** The brand of the platform: its form, and a starter that has it. */
import { type ReactNode, useState } from 'react';
import { BrandStoreDocument, type BrandValuesFragment, PlatformBrandDocument } from '../api/operations.ts';
import { useAsk } from '../api/use-ask.ts';
import { useScopes } from '../api/use-scopes.ts';
import { draftOf, inputOf } from '../parts/brand/brand-draft.ts';
import { BrandForm } from '../parts/brand/brand-form.tsx';
import { BrandPreview } from '../parts/brand/brand-preview.tsx';
import { Button } from '../parts/button.tsx';
import { useTold } from '../parts/dialogs/act-dialog.ts';
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
  if (data?.brand || isNone) return <Brand saved={data?.brand ?? null} />;
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
  return (
    <Page
      title={text.title}
      intro={text.intro}
      actions={
        allowWide('manage') && (
          <Button kind="primary" busy={save.busy} onClick={() => save.run({ input: inputOf(draft) })}>
            {text.save}
          </Button>
        )
      }
    >
      {save.fault && <FaultNote fault={save.fault} />}
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
