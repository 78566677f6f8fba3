/** One layout: its header and footer as forms, a mail that has it, and what it changes. */
import '../styles/workbench.css';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  type LayoutContentFragment,
  LayoutRemoveDocument,
  LayoutStoreDocument,
  LayoutToEditDocument,
} from '../api/operations.ts';
import { useAsk } from '../api/use-ask.ts';
import { useScopes } from '../api/use-scopes.ts';
import { Button } from '../parts/button.tsx';
import { useOpen, useTold } from '../parts/dialogs/act-dialog.ts';
import { Confirm } from '../parts/dialogs/dialog.tsx';
import { FaultList } from '../parts/events/fault-list.tsx';
import { FaultNote, FaultView } from '../parts/events/fault-view.tsx';
import { TextField } from '../parts/forms/field.tsx';
import {
  contentOf,
  draftOf,
  errorsOf,
  inputOf,
  type LayoutDraft,
  layoutParts,
  otherErrors,
  translatedContent,
  translationErrors,
  withPart,
} from '../parts/layouts/layout-draft.ts';
import { LayoutPreview } from '../parts/layouts/layout-preview.tsx';
import { OlderVersions } from '../parts/layouts/older-versions.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Skeleton } from '../parts/states.tsx';
import { words } from '../words.ts';
import { BlocksForm } from '../workbench/blocks/blocks-form.tsx';
import { type Forms, useForms } from '../workbench/blocks/format.ts';
import { TextLanguage } from '../workbench/text-direction.ts';
import { TranslationsForm } from '../workbench/translations/translations-form.tsx';

const route = getRouteApi('/shell/layouts/$layout');
const text = words.layouts;

export function LayoutPage(): ReactNode {
  const { layout: name } = route.useParams();
  const { data, fault, retry } = useAsk(LayoutToEditDocument, { name });
  const forms = useForms(null);
  const isNew = fault?.code === 'not_found';
  const wrong = isNew ? forms.fault : (fault ?? forms.fault);
  if (wrong) return <FaultView fault={wrong} retry={fault ? retry : forms.retry} />;
  const saved = isNew ? null : (data?.layout ?? null);
  if (forms.forms === null || (saved === null && !isNew)) return <Skeleton lines={8} />;
  return <Layout key={`${name} ${saved?.version ?? 'new'}`} name={name} saved={saved} forms={forms.forms} />;
}

/** Faults that a person may accept. */
const acceptable = new Set(['layout_breaks_templates', 'translations_outdated']);

interface LayoutProps {
  readonly name: string;
  /** Null: it is new. */
  readonly saved: LayoutContentFragment | null;
  readonly forms: Forms;
}

function Layout({ name, saved, forms }: LayoutProps): ReactNode {
  const [draft, setDraft] = useState(() => draftOf(saved));
  const navigate = useNavigate();
  const deleting = useOpen();
  const save = useTold(LayoutStoreDocument, { done: text.done });
  const remove = useTold(LayoutRemoveDocument, {
    done: text.deleted,
    after: () => void navigate({ to: '/layouts' }),
  });
  const mayManage = useScopes().allowWide('manage');
  const send = (accept: boolean) =>
    save.run({ name, input: { ...inputOf(draft), acceptBreaks: accept, acceptOutdated: accept } });
  return (
    <Page
      title={name}
      intro={text.pageIntro}
      above={<Link to="/layouts">{text.title}</Link>}
      actions={
        mayManage && (
          <>
            {saved && (
              <Button kind="quiet" icon={Trash2} onClick={deleting.show}>
                {text.delete}
              </Button>
            )}
            {save.fault && acceptable.has(save.fault.code) && (
              <Button busy={save.busy} onClick={() => send(true)}>
                {text.saveAnyway}
              </Button>
            )}
            <Button kind="primary" busy={save.busy} onClick={() => send(false)}>
              {text.save}
            </Button>
          </>
        )
      }
    >
      {save.fault && <FaultNote fault={save.fault} />}
      {save.fault && <FaultList errors={otherErrors(save.fault.errors)} />}
      <Confirm
        open={deleting.open}
        onClose={deleting.hide}
        title={text.deleteTitle(name)}
        hint={text.deleteHint}
        action={text.delete}
        busy={remove.busy}
        fault={remove.fault}
        onConfirm={() => remove.run({ name })}
      />
      <div className="workbench">
        <LayoutForm
          name={name}
          draft={draft}
          forms={forms}
          errors={save.fault?.errors ?? {}}
          canEdit={mayManage}
          onChange={setDraft}
        />
        <LayoutPreview name={name} draft={draft} usedBy={saved?.usedBy ?? []} />
      </div>
    </Page>
  );
}

interface LayoutFormProps {
  readonly name: string;
  readonly draft: LayoutDraft;
  readonly forms: Forms;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly canEdit: boolean;
  readonly onChange: (draft: LayoutDraft) => void;
}

function LayoutForm({ name, draft, forms, errors, canEdit, onChange }: LayoutFormProps): ReactNode {
  const [locale, setLocale] = useState('');
  return (
    <div className="workbench-side">
      <TextLanguage value={draft.locale || null}>
        {layoutParts.map((part) => (
          <Card key={part} title={text[part]} hint={text.partHints[part]}>
            <BlocksForm
              forms={forms}
              content={contentOf(draft, part)}
              errors={errorsOf(errors, part)}
              onChange={(content) => onChange(withPart(draft, part, content))}
              blocksOnly
            />
          </Card>
        ))}
      </TextLanguage>
      <Card title={text.translations} hint={text.translationsHint}>
        <TranslationsForm
          forms={forms}
          content={translatedContent(draft)}
          subject=""
          displayName=""
          ownLocale={draft.locale}
          locale={locale}
          onLocale={setLocale}
          errors={translationErrors(errors)}
          canEdit={canEdit}
          onChange={({ translations }) => onChange({ ...draft, translations })}
        />
      </Card>
      <Card title={text.language}>
        <TextField
          label={text.locale}
          error={errors.locale?.[0] ?? null}
          value={draft.locale}
          onChange={({ target }) => onChange({ ...draft, locale: target.value })}
        />
      </Card>
      {draft.base !== null && (
        <OlderVersions
          name={name}
          present={draft.base}
          onTake={(older) => onChange({ ...draftOf(older), base: draft.base })}
        />
      )}
    </div>
  );
}
