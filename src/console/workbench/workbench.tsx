/** The editor of one template: the draft at the left, its mail at the right. */
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { ask } from '../api/ask.ts';
import { type TemplateContentFragment, TemplateDocument, TemplateSaveDocument } from '../api/operations.ts';
import { usePlatform } from '../api/use-ask.ts';
import { useTold } from '../parts/act-dialog.ts';
import { Button } from '../parts/button.tsx';
import { FaultNote } from '../parts/fault-view.tsx';
import { Page } from '../parts/page.tsx';
import { useToast } from '../parts/toasts.tsx';
import { exactly } from '../search.ts';
import { words } from '../words.ts';
import { ContentForm, TranslationsForm } from './content-form.tsx';
import { type Draft, divideErrors, draftOf, readDraft, sameDraft } from './draft.ts';
import { PreviewPane, usePreview } from './preview-pane.tsx';
import { ConflictDialog, OutdatedDialog } from './save-dialogs.tsx';
import { TrialDialog } from './trial-dialog.tsx';
import { VersionList } from './version-list.tsx';

const text = words.template;

export const parts = ['content', 'translations', 'versions'] as const;
export type Part = (typeof parts)[number];

interface WorkbenchProps {
  readonly eventType: string;
  /** The current version; null: none was saved. */
  readonly saved: TemplateContentFragment | null;
  readonly part: Part;
  /** Reads the current version again and begins a new draft from it. */
  readonly onReload: () => void;
}

export function Workbench({ eventType, saved, part, onReload }: WorkbenchProps): ReactNode {
  // The version that the draft began from stays while others save.
  const [base, setBase] = useState(saved);
  const [draft, setDraft] = useState<Draft>(() => draftOf(saved));
  const [conflict, setConflict] = useState<TemplateContentFragment | null>(null);
  const [checking, setChecking] = useState(false);
  const [locale, setLocale] = useState(draft.locale);
  const [payload, setPayload] = useState('');
  const platform = usePlatform();
  const toast = useToast();
  const read = useMemo(() => readDraft(draft), [draft]);
  const { preview, fault: previewFault, isFetching } = usePreview(eventType, read.input, locale, payload);
  const save = useTold(TemplateSaveDocument, {
    after: ({ templateSave }) => {
      const version = templateSave?.templateVersion?.version;
      if (version !== undefined) toast(version === base?.version ? text.unchanged : text.saved(version));
      onReload();
    },
  });
  const isChanged = !sameDraft(draft, draftOf(base));
  const change = (changed: Partial<Draft>) => setDraft((now) => ({ ...now, ...changed }));
  const send = (baseVersion: number | null, acceptOutdated = false) => {
    if (read.input) save.run({ eventType, input: { ...read.input, baseVersion, acceptOutdated } });
  };
  const { fault } = save;
  const isConflict = fault?.code === 'version_conflict';
  const isOutdated = fault?.code === 'translations_outdated';
  const errors = divideErrors(previewFault?.errors ?? (isOutdated ? {} : (fault?.errors ?? {})));
  const locales = [...new Set([draft.locale, ...localesOf(draft.translations)])].filter((name) => name !== '');
  useEffect(() => {
    if (!isConflict) return;
    ask(TemplateDocument, { eventType }, { platform }).then(
      ({ template }) => setConflict(template ?? null),
      // The dialog needs the newer version; without it the fault of the save is shown.
      () => setConflict(null),
    );
  }, [isConflict, eventType, platform]);
  return (
    <Page
      title={eventType}
      above={<Link to="/templates">{words.templates.title}</Link>}
      intro={
        <>
          {base ? text.editing(base.version) : text.first}
          {isChanged && <span className="tag changed">{text.unsaved}</span>}
        </>
      }
      actions={
        <>
          {isChanged && (
            <Button kind="quiet" onClick={() => setDraft(draftOf(base))}>
              {text.discard}
            </Button>
          )}
          <Button disabled={read.input === null} onClick={() => setChecking(true)}>
            {text.check}
          </Button>
          <Button
            kind="primary"
            busy={save.busy}
            disabled={read.input === null || !isChanged}
            onClick={() => send(base?.version ?? null)}
          >
            {text.save}
          </Button>
        </>
      }
    >
      {fault && !(isConflict && conflict) && !isOutdated && (isConflict || Object.keys(fault.errors).length === 0) && (
        <FaultNote fault={fault} />
      )}
      <div className="workbench">
        <div className="workbench-side">
          <nav className="tabs" aria-label={text.tabs}>
            {parts.map((each) => (
              <Link
                key={each}
                to="."
                search={(now) => ({ ...now, part: each === 'content' ? undefined : each })}
                activeOptions={exactly}
                aria-current={each === part ? 'page' : undefined}
                replace
              >
                {text[each]}
              </Link>
            ))}
          </nav>
          {part === 'content' && (
            <ContentForm draft={draft} errors={errors} onChange={change} notJson={read.compositionFault} />
          )}
          {part === 'translations' && (
            <TranslationsForm draft={draft} errors={errors} onChange={change} notJson={read.translationsFault} />
          )}
          {part === 'versions' && (
            <VersionList eventType={eventType} current={saved?.version ?? null} onRestored={onReload} />
          )}
        </div>
        <PreviewPane
          preview={preview}
          fault={previewFault}
          isFetching={isFetching}
          locales={locales}
          locale={locale}
          onLocale={setLocale}
          payload={payload}
          onPayload={setPayload}
        />
      </div>
      {checking && read.input && (
        <TrialDialog eventType={eventType} draft={read.input} onClose={() => setChecking(false)} />
      )}
      {isConflict && conflict && (
        <ConflictDialog
          base={base?.version ?? 0}
          current={conflict.version}
          onKeep={() => {
            save.reset();
            setConflict(null);
          }}
          onTheirs={onReload}
          onOver={() => {
            // The next save of this draft, too, begins from what is live now.
            setBase(conflict);
            setConflict(null);
            send(conflict.version);
          }}
        />
      )}
      {isOutdated && fault && (
        <OutdatedDialog
          messages={Object.values(fault.errors).flat()}
          busy={save.busy}
          onClose={save.reset}
          onSave={() => send(base?.version ?? null, true)}
        />
      )}
    </Page>
  );
}

/** The languages of translations that somebody is typing. */
function localesOf(translations: string): readonly string[] {
  try {
    const read: unknown = JSON.parse(translations);
    return typeof read === 'object' && read !== null ? Object.keys(read) : [];
  } catch {
    return [];
  }
}
