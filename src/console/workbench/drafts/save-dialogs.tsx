/** What a save may meet: a newer version, a newer save of the same draft, or translations of an earlier text. */
import * as AlertDialog from '@radix-ui/react-alert-dialog';
import type { ReactNode } from 'react';
import { TemplateDiffDocument } from '../../api/operations.ts';
import { useAsk } from '../../api/use-ask.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialogs/dialog.tsx';
import { Answer } from '../../parts/states.tsx';
import { When } from '../../parts/when.tsx';
import { words } from '../../words.ts';
import { Changes } from '../versions/changes.tsx';
import type { Problem, Saving } from './use-saving.ts';

const text = words.drafts;

interface SaveDialogsProps {
  readonly eventType: string;
  readonly saving: Saving;
  /** The version that the edit began from; null: none. */
  readonly base: number | null;
  readonly isStored: boolean;
  /** Shows what the other side saved, and gives up the edit. */
  readonly onTheirs: () => void;
}

export function SaveDialogs({ eventType, saving, base, isStored, onTheirs }: SaveDialogsProps): ReactNode {
  const { problem, busy, forget, save } = saving;
  switch (problem?.kind) {
    case 'newer': {
      const { version, savedBy, createdAt, note } = problem.theirs;
      return (
        <Choice
          title={text.newerTitle}
          hint={text.newerHint(base, version)}
          about={
            <>
              {words.versions.by(savedBy?.name ?? null)} <When at={createdAt} />
              {note ? ` · ${note}` : ''}
            </>
          }
          details={base === null ? null : <Theirs eventType={eventType} from={base} to={version} />}
          theirs={isStored ? null : text.loadTheirs}
          over={isStored ? text.publishOver : text.saveOver}
          busy={busy}
          onTheirs={onTheirs}
          onKeep={forget}
          onOver={() => save({ ...problem.request, baseVersion: version })}
        />
      );
    }
    case 'revision': {
      const { savedBy, updatedAt } = problem.theirs;
      return (
        <Choice
          title={text.revisionTitle}
          hint={text.revisionHint}
          about={
            <>
              {words.versions.by(savedBy?.name ?? null)} <When at={updatedAt} />
            </>
          }
          details={null}
          theirs={text.loadTheirs}
          over={text.replaceTheirs}
          busy={busy}
          onTheirs={onTheirs}
          onKeep={forget}
          onOver={() => save({ ...problem.request, overRevision: true })}
        />
      );
    }
    case 'outdated':
      return <Outdated problem={problem} saving={saving} />;
    default:
      return null;
  }
}

interface ChoiceProps {
  readonly title: string;
  readonly hint: string;
  readonly about: ReactNode;
  readonly details: ReactNode;
  readonly theirs: string | null;
  readonly over: string;
  readonly busy: boolean;
  readonly onTheirs: () => void;
  readonly onKeep: () => void;
  readonly onOver: () => void;
}

function Choice({ title, hint, about, details, theirs, over, busy, onTheirs, onKeep, onOver }: ChoiceProps): ReactNode {
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onKeep()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="overlay" />
        <AlertDialog.Content className="dialog" data-wide>
          <AlertDialog.Title>{title}</AlertDialog.Title>
          <AlertDialog.Description>{hint}</AlertDialog.Description>
          <p className="hint">{about}</p>
          {details}
          <footer>
            {theirs && (
              <Button kind="quiet" onClick={onTheirs}>
                {theirs}
              </Button>
            )}
            <AlertDialog.Cancel asChild>
              <Button>{text.keepEditing}</Button>
            </AlertDialog.Cancel>
            <Button kind="primary" busy={busy} onClick={onOver}>
              {over}
            </Button>
          </footer>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function Theirs({ eventType, from, to }: { readonly eventType: string; readonly from: number; readonly to: number }) {
  const reading = useAsk(TemplateDiffDocument, { eventType, from, to });
  return (
    <details className="theirs">
      <summary>{text.theirChanges}</summary>
      <Answer reading={reading}>{({ templateDiff }) => templateDiff && <Changes {...templateDiff} />}</Answer>
    </details>
  );
}

interface OutdatedProps {
  readonly problem: Extract<Problem, { readonly kind: 'outdated' }>;
  readonly saving: Saving;
}

function Outdated({ problem: { request, texts }, saving: { busy, forget, save } }: OutdatedProps): ReactNode {
  return (
    <Confirm
      open
      danger={false}
      onClose={forget}
      title={text.outdatedTitle}
      hint={text.outdatedHint}
      action={text.publishAnyway}
      busy={busy}
      onConfirm={() => save({ ...request, acceptOutdated: true })}
    >
      <ul className="faults">
        {texts.map((place) => (
          <li key={place}>
            <code>{place}</code>
          </li>
        ))}
      </ul>
    </Confirm>
  );
}
