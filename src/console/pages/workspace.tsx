/** One workspace: its health and sending, its mail in numbers, suspend, resume and release. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CirclePause, CirclePlay, Pencil, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Fault } from '../api/fault.ts';
import {
  WorkspaceDocument,
  WorkspaceReleaseDocument,
  WorkspaceResumeDocument,
  type WorkspaceStateFragment,
  WorkspaceStatesDocument,
  WorkspaceSuspendDocument,
  WorkspaceUpdateDocument,
} from '../api/operations.ts';
import { isSignedIn, viewerQuery } from '../api/session.ts';
import { liveEvery, useAsk } from '../api/use-ask.ts';
import { useOpen, useTold } from '../parts/act-dialog.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { CopyText } from '../parts/copy.tsx';
import { Confirm, FormDialog } from '../parts/dialog.tsx';
import { FaultView } from '../parts/fault-view.tsx';
import { errorFor, TextField } from '../parts/field.tsx';
import { Card, Facts, Page } from '../parts/page.tsx';
import { Answer } from '../parts/states.tsx';
import { healthTones, sendingTones } from '../parts/tones.ts';
import { When } from '../parts/when.tsx';
import { words } from '../words.ts';

const route = getRouteApi('/shell/workspaces/$id');
const text = words.workspace;

export function WorkspacePage(): ReactNode {
  const { id } = route.useParams();
  const reading = useAsk(WorkspaceDocument, { workspace: id }, { every: 2 * liveEvery });
  return (
    <Answer reading={reading} lines={8}>
      {({ workspace }) =>
        workspace ? (
          <Workspace workspace={workspace} />
        ) : (
          <FaultView fault={new Fault({ code: 'not_found', message: '' })} />
        )
      }
    </Answer>
  );
}

function Workspace({ workspace }: { readonly workspace: WorkspaceStateFragment }): ReactNode {
  const { id, name, reference, status, health, sending } = workspace;
  const suspending = useOpen();
  const editing = useOpen();
  const { data: viewer } = useQuery(viewerQuery);
  const suspend = useTold(WorkspaceSuspendDocument, { done: text.suspendedToast, after: suspending.hide });
  const resume = useTold(WorkspaceResumeDocument, { done: text.resumedToast });
  const release = useTold(WorkspaceReleaseDocument, { done: text.releasedToast });
  const isOperator = viewer !== undefined && isSignedIn(viewer) && viewer.operator;
  return (
    <Page
      title={name}
      beside={status === 'suspended' && <Badge tone="bad">{words.workspaces.suspended}</Badge>}
      above={<Link to="/workspaces">{words.workspaces.title}</Link>}
      intro={reference && <code>{reference}</code>}
      actions={
        <>
          <Button icon={Pencil} onClick={editing.show}>
            {words.common.edit}
          </Button>
          {isOperator && health.state === 'paused' && (
            <Button busy={release.busy} onClick={() => release.run({ input: { workspaceId: id } })}>
              {text.release}
            </Button>
          )}
          {status === 'active' ? (
            <Button icon={CirclePause} onClick={suspending.show}>
              {text.suspend}
            </Button>
          ) : (
            <Button kind="primary" icon={CirclePlay} busy={resume.busy} onClick={() => resume.run({ workspace: id })}>
              {text.resume}
            </Button>
          )}
        </>
      }
    >
      <Notice workspace={workspace} />
      <MailCounts id={id} />
      <div className="columns">
        <Card title={words.workspaces.health}>
          <Facts
            facts={[
              [
                words.workspaces.health,
                <span className="fact-line" key="health">
                  <Badge tone={healthTones[health.state]}>{words.healthStates[health.state]}</Badge>
                  {health.reason && words.healthReasons[health.reason]}
                </span>,
              ],
              [text.since, health.since ? <When key="since" at={health.since} /> : null],
              [
                words.workspaces.sending,
                <span className="fact-line" key="sending">
                  <Badge tone={sendingTones[sending.state]}>{words.sendingStates[sending.state]}</Badge>
                  {sending.reason && words.sendingReasons[sending.reason]}
                </span>,
              ],
            ]}
          />
        </Card>
        <Card title={text.details}>
          <Facts
            facts={[
              [words.common.id, <CopyText key="id" text={id} what={words.common.id} />],
              [words.workspaces.reference, reference],
              [words.workspaces.locale, workspace.locale],
              [words.workspaces.timezone, workspace.timezone],
              [words.common.createdAt, workspace.createdAt ? <When key="created" at={workspace.createdAt} /> : null],
            ]}
          />
        </Card>
      </div>
      <Confirm
        open={suspending.open}
        onClose={suspending.hide}
        title={text.suspendTitle(name)}
        hint={text.suspendHint}
        action={text.suspend}
        busy={suspend.busy}
        fault={suspend.fault}
        onConfirm={() => suspend.run({ workspace: id })}
      />
      {editing.open && <EditWorkspace workspace={workspace} onClose={editing.hide} />}
    </Page>
  );
}

function Notice({ workspace: { status, health } }: { readonly workspace: WorkspaceStateFragment }): ReactNode {
  const told =
    status === 'suspended'
      ? text.isSuspended
      : health.state === 'paused'
        ? text.isPaused
        : health.state === 'throttled'
          ? text.isThrottled
          : null;
  if (told === null) return null;
  return (
    <p className="note" data-tone={health.state === 'throttled' && status === 'active' ? 'warn' : 'bad'}>
      <TriangleAlert size={16} aria-hidden />
      {told}
    </p>
  );
}

const counted = ['queued', 'delivered', 'bounced', 'complained'] as const;

/** The mail of 90 days by state; each number leads to its list. */
function MailCounts({ id }: { readonly id: string }): ReactNode {
  const reading = useAsk(WorkspaceStatesDocument, { workspace: id }, { every: 5 * liveEvery });
  return (
    <Card
      title={text.mail}
      actions={
        <Link className="button" to="/messages" search={{ workspace: id }}>
          {text.messages}
        </Link>
      }
    >
      <Answer reading={reading} lines={2}>
        {(counts) => (
          <ul className="numbers">
            {(['all', ...counted] as const).map((state) => (
              <li key={state}>
                <Link to="/messages" search={{ workspace: id, ...(state === 'all' ? {} : { state }) }}>
                  <strong>
                    {words.common.total(counts[state]?.totalCount ?? 0, counts[state]?.totalCountCapped === true)}
                  </strong>
                  <span>{state === 'all' ? text.all : words.states[state]}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </Card>
  );
}

interface EditProps {
  readonly workspace: WorkspaceStateFragment;
  readonly onClose: () => void;
}

function EditWorkspace({ workspace, onClose }: EditProps): ReactNode {
  const { id, name, locale, timezone } = workspace;
  const [input, setInput] = useState({ name, locale, timezone });
  const act = useTold(WorkspaceUpdateDocument, { done: text.saved, after: onClose });
  const field = (key: keyof typeof input) => ({
    value: input[key],
    required: true,
    error: errorFor(act.fault, key),
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setInput((now) => ({ ...now, [key]: target.value })),
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={text.edit}
      submit={words.common.save}
      busy={act.busy}
      fault={act.fault}
      onSubmit={() => act.run({ workspace: id, input })}
    >
      <TextField label={words.workspaces.name} {...field('name')} />
      <div className="pair">
        <TextField label={words.workspaces.locale} {...field('locale')} />
        <TextField label={words.workspaces.timezone} {...field('timezone')} />
      </div>
    </FormDialog>
  );
}
