/** The question before a change that was picked in the search: that of the page where the change is made else. */
import type { ReactNode } from 'react';
import type { Document } from '../api/ask.ts';
import {
  EndpointResumeDocument,
  PlatformResumeDocument,
  PlatformSuspendDocument,
  WebhookRedeliverDocument,
  WorkspaceResumeDocument,
  WorkspaceSuspendDocument,
} from '../api/operations.ts';
import { EraseDialog } from '../parts/contacts/erase-button.tsx';
import { LiftDialog, SuppressDialog } from '../parts/contacts/suppression-acts.tsx';
import { useTold } from '../parts/dialogs/act-dialog.ts';
import { Confirm } from '../parts/dialogs/dialog.tsx';
import { CancelMessage, ResendMessage } from '../parts/messages/message-dialogs.tsx';
import { PauseEndpoint, RedeliverSince, TestEndpoint } from '../parts/webhooks/endpoint-acts.tsx';
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
    case 'lift':
      return <LiftDialog workspace={act.workspace} id={act.id} email={act.email} onClose={onClose} />;
    case 'erase': {
      const { workspace, contact, email } = act;
      const hint = words.person.eraseHint;
      return <EraseDialog workspace={workspace} person={{ contact }} email={email} hint={hint} onClose={onClose} />;
    }
    case 'resend':
      return <ResendMessage workspace={act.workspace} id={act.id} onClose={onClose} />;
    case 'cancel':
      return <CancelMessage workspace={act.workspace} id={act.id} onClose={onClose} />;
    case 'pause_endpoint':
      return <PauseEndpoint endpoint={act.endpoint} onClose={onClose} />;
    case 'test_endpoint':
      return <TestEndpoint endpoint={act.endpoint} onClose={onClose} />;
    case 'redeliver_endpoint':
      return <RedeliverSince endpoint={act.endpoint} onClose={onClose} />;
    case 'resume_endpoint': {
      const { resume: action, resumeTitle: title, resumeHint: hint, resumed: done } = words.webhooks;
      const { id, url } = act.endpoint;
      return (
        <Asked document={EndpointResumeDocument} variables={{ id }} {...{ title, hint, action, done, onClose }}>
          <p className="url">{url}</p>
        </Asked>
      );
    }
    case 'redeliver_webhook': {
      const { redeliver: action, redeliverHint: hint, redelivered: done } = words.webhooks;
      const title = words.webhooks.redeliverTitle(act.name);
      const variables = { id: act.id };
      return <Asked document={WebhookRedeliverDocument} {...{ variables, title, hint, action, done, onClose }} />;
    }
    case 'suspend_workspace':
    case 'resume_workspace': {
      const isSuspend = act.do === 'suspend_workspace';
      const document = isSuspend ? WorkspaceSuspendDocument : WorkspaceResumeDocument;
      return (
        <Asked
          document={document}
          variables={{ workspace: act.id }}
          {...saidOf(words.workspace, act.name, isSuspend)}
          onClose={onClose}
        />
      );
    }
    case 'suspend_platform':
    case 'resume_platform': {
      const isSuspend = act.do === 'suspend_platform';
      const document = isSuspend ? PlatformSuspendDocument : PlatformResumeDocument;
      return (
        <Asked
          document={document}
          variables={{ input: { platformId: act.id } }}
          {...saidOf(words.platforms, act.name, isSuspend)}
          onClose={onClose}
        />
      );
    }
    default:
      return null;
  }
}

interface Said {
  readonly title: string;
  readonly hint: string;
  readonly action: string;
  readonly done: string;
  readonly danger?: boolean;
}

/** What the page of a workspace, or of platforms, says before it is suspended or resumed. */
function saidOf(said: typeof words.workspace | typeof words.platforms, name: string, isSuspend: boolean): Said {
  return isSuspend
    ? {
        title: said.suspendTitle(name),
        hint: said.suspendHint,
        action: said.suspend,
        done: said.suspendedToast,
        danger: true,
      }
    : { title: said.resumeTitle(name), hint: said.resumeHint, action: said.resume, done: said.resumedToast };
}

interface AskedProps<Variables> extends Said {
  readonly document: Document<unknown, Variables>;
  readonly variables: Variables;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

function Asked<Variables>(props: AskedProps<Variables>): ReactNode {
  const { document, variables, done, onClose, danger = false, ...shown } = props;
  const { busy, fault, run } = useTold(document, { done, after: onClose });
  return (
    <Confirm
      open
      onClose={onClose}
      busy={busy}
      fault={fault}
      danger={danger}
      onConfirm={() => run(variables)}
      {...shown}
    />
  );
}
