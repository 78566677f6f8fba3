/** The editor of one template: the draft at the left, its mail at the right. */
import { Link, useBlocker } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import type { DraftContentFragment, TemplateContentFragment } from '../api/operations.ts';
import { useScopes } from '../api/use-scopes.ts';
import { Confirm } from '../parts/dialogs/dialog.tsx';
import { FaultNote } from '../parts/events/fault-view.tsx';
import { Page } from '../parts/page.tsx';
import { words } from '../words.ts';
import type { Content } from './blocks/change-blocks.ts';
import { useForms } from './blocks/format.ts';
import { CheckPart } from './check-part.tsx';
import { ContentPart, type EditedAs } from './content-part.tsx';
import { divideErrors, draftOf, readDraft, sameDraft, translationsOf, write } from './drafts/draft.ts';
import { DraftActions } from './drafts/draft-actions.tsx';
import { DraftMenu } from './drafts/draft-menu.tsx';
import { SaveDialogs } from './drafts/save-dialogs.tsx';
import { useDraft } from './drafts/use-draft.ts';
import { useSaving } from './drafts/use-saving.ts';
import { EditLink, PartTabs } from './part-tabs.tsx';
import { PreviewPane } from './preview/preview-pane.tsx';
import { type Rendered, usePreview } from './preview/use-preview.ts';
import { firstValues, sentValues, useExamples, usePayloads, type Values } from './preview/values.ts';
import { TestMailDialog } from './test-mail-dialog.tsx';
import { languagesOf } from './translations/languages-of.ts';
import { TranslationsPart } from './translations/translations-part.tsx';
import { VersionsPart } from './versions/versions-part.tsx';

const text = words.template;

export const parts = ['content', 'translations', 'check', 'versions'] as const;
export type Part = (typeof parts)[number];

interface WorkbenchProps {
  readonly eventType: string;
  /** The live version; null: none was saved. */
  readonly live: TemplateContentFragment | null;
  /** The stored draft that is edited; null: the live version is. */
  readonly stored: DraftContentFragment | null;
  readonly part: Part;
  readonly editedAs: EditedAs;
  /** The versions that are compared. */
  readonly compared: { readonly from: number; readonly to: number } | null;
  /** Whether the page was opened to send a test mail. */
  readonly isTesting: boolean;
  /** Called when the dialog of the test mail closes. */
  readonly onTested: () => void;
  /** Reads everything again, and begins with a stored draft or, without one, with the live version. */
  readonly onReload: (draft: string | null) => void;
}

export function Workbench(props: WorkbenchProps): ReactNode {
  const { eventType, live, stored, part, editedAs, compared, onTested, onReload } = props;
  // The version that the edit began from stays while others save.
  const [base] = useState(live);
  const [first] = useState(() => draftOf(stored ?? live));
  const { draft, change, undo, redo } = useDraft(first);
  const [values, setValues] = useState<Values>({ ...firstValues, locale: first.locale });
  const [isTesting, setTesting] = useState(props.isTesting);
  const { allowWide } = useScopes();
  const canManage = allowWide('manage');
  const forms = useForms(eventType);
  const payloads = usePayloads(eventType);
  const examples = useExamples(eventType, values.locale);
  const read = useMemo(() => readDraft(draft), [draft]);
  const content = useMemo((): Content | null => {
    if (read.input === null) return null;
    const { composition, translations } = read.input;
    return { composition, translations: translationsOf(translations) };
  }, [read]);
  const isChanged = !sameDraft(draft, first);
  const blocker = useLeaving(isChanged);
  const version = part === 'versions' && compared ? compared.to : null;
  // Who reads the versions is not beside the buttons that change the mail of every workspace.
  const isReading = part === 'versions' && stored === null && !isChanged;
  const about = base ? text[isReading ? 'liveIn' : 'liveHint'] : text.first;
  const rendered = useMemo((): Rendered => (version === null ? { draft: read.input } : { version }), [version, read]);
  const { locales, locale } = languagesOf(draft.locale, content, part, values.locale);
  const sent = sentValues({ ...values, locale }, payloads);
  const { preview, fault, isFetching } = usePreview(eventType, rendered, sent);
  const baseVersion = base?.version ?? null;
  const leaveWith = (id: string | null) => {
    blocker.allow();
    onReload(id);
  };
  const saving = useSaving({ eventType, baseVersion, stored, input: read.input, onSaved: leaveWith });
  const failed = saving.problem?.kind === 'fault' ? saving.problem.fault : null;
  const errors = divideErrors((version === null ? fault?.errors : null) ?? failed?.errors ?? {});
  const setContent = ({ composition, translations }: Content) =>
    change({ composition: write(composition), translations: write(translations) });
  const setValue = (changed: Partial<Values>) => setValues((now) => ({ ...now, ...changed }));
  const setLocale = (picked: string) => setValue({ locale: picked });
  return (
    <Page
      recent={null}
      title={eventType}
      above={<Link to="/templates">{words.templates.title}</Link>}
      beside={<DraftMenu eventType={eventType} version={live?.version ?? null} stored={stored} />}
      intro={
        <>
          {stored ? text.draftFrom(stored.baseVersion ?? null) : about}
          {isChanged && <span className="tag changed">{text.unsaved}</span>}
          {!canManage && <span className="tag">{text.readOnly}</span>}
        </>
      }
      actions={
        canManage &&
        (isReading ? (
          <EditLink />
        ) : (
          <DraftActions
            saving={saving}
            stored={stored}
            isChanged={isChanged}
            isReady={read.input !== null}
            onUndo={undo}
            onRedo={redo}
            onDiscard={() => change(first)}
            onTest={() => setTesting(true)}
          />
        ))
      }
    >
      {failed && Object.keys(failed.errors).length === 0 && <FaultNote fault={failed} />}
      <div className="workbench">
        <div className="workbench-side">
          <PartTabs
            part={part}
            faults={{
              content:
                Object.values(errors).reduce((sum, each) => sum + Object.keys(each).length, 0) -
                Object.keys(errors.translations).length,
              translations: Object.keys(errors.translations).length,
            }}
          />
          {part === 'content' && (
            <ContentPart
              forms={forms}
              draft={draft}
              read={read}
              content={content}
              errors={errors}
              editedAs={editedAs}
              onChange={change}
              onContent={setContent}
            />
          )}
          {part === 'translations' && (
            <TranslationsPart
              forms={forms.forms}
              draft={draft}
              content={content}
              jsonFault={read.translationsFault}
              errors={errors.translations}
              editedAs={editedAs}
              locale={locale}
              canEdit={canManage}
              eventType={eventType}
              canBring={live === null ? null : !isChanged && stored === null}
              onBrought={() => leaveWith(null)}
              onLocale={setLocale}
              onChange={change}
              onContent={setContent}
            />
          )}
          {part === 'check' && (
            <CheckPart
              eventType={eventType}
              draft={fault && Object.keys(fault.errors).length > 0 ? null : read.input}
              html={preview?.html ?? null}
              canTry={allowWide('read')}
              onLocale={setLocale}
            />
          )}
          {part === 'versions' && (
            <VersionsPart
              eventType={eventType}
              current={live?.version ?? null}
              stored={stored}
              compared={compared}
              // Changes that are not saved stay; publishing them tells of the restored version.
              onRestored={() => !isChanged && leaveWith(stored?.id ?? null)}
            />
          )}
        </div>
        <PreviewPane
          preview={preview}
          fault={fault}
          isFetching={isFetching}
          caption={version === null ? null : words.preview.ofVersion(version)}
          locales={locales}
          values={{ ...values, locale }}
          payloads={payloads}
          examples={examples}
          onChange={setValue}
        />
      </div>
      {isTesting && canManage && read.input && (
        <TestMailDialog
          eventType={eventType}
          draft={read.input}
          values={sent}
          onClose={() => {
            setTesting(false);
            onTested();
          }}
        />
      )}
      <SaveDialogs
        eventType={eventType}
        saving={saving}
        base={stored?.baseVersion ?? baseVersion}
        isStored={stored !== null}
        onTheirs={() => leaveWith(stored?.id ?? null)}
      />
      <Confirm
        open={blocker.isAsking}
        onClose={blocker.stay}
        title={text.leaveTitle}
        hint={text.leaveHint}
        action={text.leave}
        onConfirm={blocker.leave}
      />
    </Page>
  );
}

/** Asks before another page, or another draft, takes the place of changes that are not saved. */
function useLeaving(isChanged: boolean) {
  const [allowed] = useState({ once: false });
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const draftOfSearch = (search: object) => ('draft' in search ? search.draft : undefined);
      const leaves = current.pathname !== next.pathname || draftOfSearch(current.search) !== draftOfSearch(next.search);
      return isChanged && leaves && !allowed.once;
    },
    enableBeforeUnload: () => isChanged && !allowed.once,
    withResolver: true,
  });
  return {
    isAsking: blocker.status === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
    allow: () => {
      allowed.once = true;
    },
  };
}
