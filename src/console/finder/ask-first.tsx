/** The question before a change that was picked in the search. */
import type { ReactNode } from 'react';
import type { Document } from '../api/ask.ts';
import {
  PlatformResumeDocument,
  PlatformSuspendDocument,
  WorkspaceResumeDocument,
  WorkspaceSuspendDocument,
} from '../api/operations.ts';
import { SuppressDialog } from '../parts/contacts/suppression-acts.tsx';
import { useTold } from '../parts/dialogs/act-dialog.ts';
import { Confirm } from '../parts/dialogs/dialog.tsx';
import { words } from '../words.ts';
import type { FinderAct } from './entry.ts';

interface AskFirstProps {
  readonly act: FinderAct;
  readonly onClose: () => void;
}

export function AskFirst({ act, onClose }: AskFirstProps): ReactNode {
  switch (act.do) {
    case 'suppress':
      return <SuppressDialog workspace={act.workspace} email={act.email} onClose={onClose} />;
    case 'suspend_workspace':
    case 'resume_workspace': {
      const suspends = act.do === 'suspend_workspace';
      const { suspend, resume, suspendTitle, resumeTitle, suspendHint, resumeHint, ...said } = words.workspace;
      return (
        <Asked
          document={suspends ? WorkspaceSuspendDocument : WorkspaceResumeDocument}
          variables={{ workspace: act.id }}
          title={suspends ? suspendTitle(act.name) : resumeTitle(act.name)}
          hint={suspends ? suspendHint : resumeHint}
          action={suspends ? suspend : resume}
          done={suspends ? said.suspendedToast : said.resumedToast}
          danger={suspends}
          onClose={onClose}
        />
      );
    }
    case 'suspend_platform':
    case 'resume_platform': {
      const suspends = act.do === 'suspend_platform';
      const { suspend, resume, suspendTitle, resumeTitle, suspendHint, resumeHint, ...said } = words.platforms;
      return (
        <Asked
          document={suspends ? PlatformSuspendDocument : PlatformResumeDocument}
          variables={{ input: { platformId: act.id } }}
          title={suspends ? suspendTitle(act.name) : resumeTitle(act.name)}
          hint={suspends ? suspendHint : resumeHint}
          action={suspends ? suspend : resume}
          done={suspends ? said.suspendedToast : said.resumedToast}
          danger={suspends}
          onClose={onClose}
        />
      );
    }
    default:
      return null;
  }
}

interface AskedProps<Variables> {
  readonly document: Document<unknown, Variables>;
  readonly variables: Variables;
  readonly title: string;
  readonly hint: string;
  readonly action: string;
  readonly done: string;
  readonly danger: boolean;
  readonly onClose: () => void;
}

function Asked<Variables>({ document, variables, done, onClose, ...shown }: AskedProps<Variables>): ReactNode {
  const { busy, fault, run } = useTold(document, { done, after: onClose });
  return <Confirm open onClose={onClose} busy={busy} fault={fault} onConfirm={() => run(variables)} {...shown} />;
}
