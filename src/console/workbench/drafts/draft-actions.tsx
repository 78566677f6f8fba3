/** The buttons of the workbench: test mail, drafts, publishing. */
import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import { Ellipsis, Redo2, Send, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { DraftContentFragment } from '../../api/operations.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm, FormDialog } from '../../parts/dialogs/dialog.tsx';
import { TextField } from '../../parts/forms/field.tsx';
import { words } from '../../words.ts';
import type { Saving } from './use-saving.ts';

const text = words.drafts;

/** Characters of a draft's name and of a version's note. */
const nameMax = 128;
const noteMax = 500;

type Open = 'store' | 'rename' | 'publish' | 'throwAway' | null;

interface DraftActionsProps {
  readonly saving: Saving;
  readonly stored: DraftContentFragment | null;
  readonly isChanged: boolean;
  /** Whether the draft can be read; without that nothing can be sent. */
  readonly isReady: boolean;
  /** Null where there is nothing to undo. */
  readonly onUndo: (() => void) | null;
  readonly onRedo: (() => void) | null;
  readonly onDiscard: () => void;
  readonly onTest: () => void;
}

export function DraftActions(props: DraftActionsProps): ReactNode {
  const { saving, stored, isChanged, isReady, onUndo, onRedo, onDiscard, onTest } = props;
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <>
      {(onUndo || onRedo) && (
        <>
          <Button
            kind="quiet"
            className="icon"
            icon={Undo2}
            aria-label={text.undo}
            title={text.undo}
            disabled={onUndo === null}
            onClick={onUndo ?? undefined}
          />
          <Button
            kind="quiet"
            className="icon"
            icon={Redo2}
            aria-label={text.redo}
            title={text.redo}
            disabled={onRedo === null}
            onClick={onRedo ?? undefined}
          />
        </>
      )}
      {isChanged && (
        <Button kind="quiet" onClick={onDiscard}>
          {text.discard}
        </Button>
      )}
      <Button icon={Send} disabled={!isReady} onClick={onTest}>
        {text.test}
      </Button>
      {stored ? (
        <Button disabled={!isReady || !isChanged} busy={saving.busy} onClick={() => saving.save({ how: 'draft' })}>
          {text.save}
        </Button>
      ) : (
        <Button disabled={!isReady} onClick={() => setOpen('store')}>
          {text.saveAs}
        </Button>
      )}
      <Button
        kind="primary"
        busy={saving.busy}
        disabled={!isReady || (!isChanged && !stored)}
        onClick={() => setOpen('publish')}
      >
        {text.publish}
      </Button>
      {stored && (
        <DropdownMenu.Root>
          <DropdownMenu.Trigger className="button quiet icon" aria-label={text.more}>
            <Ellipsis size={16} aria-hidden />
          </DropdownMenu.Trigger>
          <DropdownMenu.Portal>
            <DropdownMenu.Content className="menu" align="end" sideOffset={6} collisionPadding={8}>
              <DropdownMenu.Item onSelect={() => setOpen('rename')}>{text.rename}</DropdownMenu.Item>
              <DropdownMenu.Item className="danger" onSelect={() => setOpen('throwAway')}>
                {text.throwAway}
              </DropdownMenu.Item>
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </DropdownMenu.Root>
      )}
      {open === 'store' && (
        <AskText
          title={text.saveAs}
          intro={text.saveAsHint}
          label={text.name}
          submit={text.saveAs}
          max={nameMax}
          onClose={close}
          onSend={saving.storeAs}
        />
      )}
      {open === 'rename' && stored && (
        <AskText
          title={text.rename}
          label={text.name}
          submit={words.common.save}
          max={nameMax}
          first={stored.name}
          onClose={close}
          onSend={saving.rename}
        />
      )}
      {open === 'publish' && (
        <AskText
          title={text.publishTitle}
          intro={text.publishHint}
          label={text.note}
          hint={text.noteHint}
          submit={text.publish}
          max={noteMax}
          isOptional
          onClose={close}
          onSend={(note) => saving.save({ how: stored ? 'publish' : 'version', note: note || null })}
        />
      )}
      <Confirm
        open={open === 'throwAway' && stored !== null}
        onClose={close}
        title={text.throwAwayTitle(stored?.name ?? '')}
        hint={text.throwAwayHint}
        action={text.throwAway}
        onConfirm={() => {
          close();
          saving.throwAway();
        }}
      />
    </>
  );
}

interface AskTextProps {
  readonly title: string;
  readonly intro?: string;
  readonly label: string;
  readonly hint?: string;
  readonly submit: string;
  readonly max: number;
  readonly first?: string;
  readonly isOptional?: boolean;
  readonly onClose: () => void;
  readonly onSend: (text: string) => void;
}

function AskText(props: AskTextProps): ReactNode {
  const { title, intro, label, hint, submit, max, first = '', isOptional = false, onClose, onSend } = props;
  const [written, setWritten] = useState(first);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={title}
      {...(intro ? { intro } : {})}
      submit={submit}
      onSubmit={() => {
        if (!isOptional && written.trim() === '') return;
        onClose();
        onSend(written.trim());
      }}
    >
      <TextField
        label={label}
        {...(hint ? { hint } : {})}
        maxLength={max}
        required={!isOptional}
        value={written}
        onChange={({ target }) => setWritten(target.value)}
      />
    </FormDialog>
  );
}
