/** One workspace: its health and sending, its mail in numbers, suspend, resume and release. */
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { CirclePause, CirclePlay, Pencil, Trash2, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Fault } from '../api/fault.ts';
import {
  WorkspaceDeleteDocument,
  WorkspaceDocument,
  type WorkspaceQuery,
  WorkspaceReleaseDocument,
  WorkspaceResumeDocument,
  type WorkspaceStateFragment,
  WorkspaceStatesDocument,
  type WorkspaceStatesQuery,
  WorkspaceSuspendDocument,
} from '../api/operations.ts';
import { liveEvery, useAsk } from '../api/use-ask.ts';
import { useScopes } from '../api/use-scopes.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { CopyText } from '../parts/copy.tsx';
import { useOpen, useTold } from '../parts/dialogs/act-dialog.ts';
import { Confirm } from '../parts/dialogs/dialog.tsx';
import { FaultNote, FaultView } from '../parts/events/fault-view.tsx';
import { Card, Facts, Page } from '../parts/page.tsx';
import { Answer } from '../parts/states.tsx';
import { When } from '../parts/when.tsx';
import { EditWorkspace } from '../parts/workspaces/edit-workspace.tsx';
import { WorkspaceFigures } from '../parts/workspaces/workspace-figures.tsx';
import { HealthCard, HealthHistory } from '../parts/workspaces/workspace-health.tsx';
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

type Shown = NonNullable<WorkspaceQuery['workspace']>;

function Workspace({ workspace }: { readonly workspace: Shown }): ReactNode {
  const { id, name, reference, status, health } = workspace;
  const { days } = route.useSearch();
  const { isOperator, allow } = useScopes();
  const navigate = useNavigate();
  const suspending = useOpen();
  const editing = useOpen();
  const deleting = useOpen();
  const suspend = useTold(WorkspaceSuspendDocument, { done: text.suspendedToast, after: suspending.hide });
  const resume = useTold(WorkspaceResumeDocument, { done: text.resumedToast });
  const release = useTold(WorkspaceReleaseDocument, { done: text.releasedToast });
  const remove = useTold(WorkspaceDeleteDocument, {
    done: text.deletedToast,
    after: () =>
      void navigate({ to: '/workspaces', search: (now) => ({ ...now, view: 'deleted', workspace: undefined }) }),
  });
  return (
    <Page
      title={name}
      recent={reference}
      beside={status === 'suspended' && <Badge tone="bad">{words.workspaces.suspended}</Badge>}
      above={<Link to="/workspaces">{words.workspaces.title}</Link>}
      intro={reference && <code>{reference}</code>}
      actions={
        <>
          {isOperator && health.state === 'paused' && (
            <Button busy={release.busy} onClick={() => release.run({ input: { workspaceId: id } })}>
              {text.release}
            </Button>
          )}
          {allow('manage') && (
            <>
              <Button kind="quiet" icon={Trash2} onClick={deleting.show}>
                {words.common.delete}
              </Button>
              <Button icon={Pencil} onClick={editing.show}>
                {words.common.edit}
              </Button>
              {status === 'active' ? (
                <Button icon={CirclePause} onClick={suspending.show}>
                  {text.suspend}
                </Button>
              ) : (
                <Button
                  kind="primary"
                  icon={CirclePlay}
                  busy={resume.busy}
                  onClick={() => resume.run({ workspace: id })}
                >
                  {text.resume}
                </Button>
              )}
            </>
          )}
        </>
      }
    >
      {[resume.fault, release.fault].map((fault) => fault && <FaultNote key={fault.code} fault={fault} />)}
      <Notice workspace={workspace} />
      <MailCounts id={id} />
      <div className="columns">
        <HealthCard workspace={workspace} health={workspace.health} />
        <div className="column">
          <Card title={text.details}>
            <Facts
              facts={[
                [words.common.id, <CopyText key="id" text={id} what={words.common.id} />],
                [words.workspaces.reference, reference],
                [words.workspaces.locale, workspace.locale],
                [words.workspaces.timezone, workspace.timezone],
                [
                  words.workspaces.lastEmit,
                  workspace.lastEmitAt ? <When key="emit" at={workspace.lastEmitAt} /> : words.workspaces.noEmit,
                ],
                [words.common.createdAt, workspace.createdAt ? <When key="created" at={workspace.createdAt} /> : null],
                [words.people.title, allow('people') ? <PeopleLinks key="people" id={id} /> : null],
              ]}
            />
          </Card>
          <HealthHistory changes={workspace.health.changes} />
        </div>
      </div>
      <WorkspaceFigures workspace={workspace} health={workspace.health} days={days} />
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
      <Confirm
        open={deleting.open}
        onClose={deleting.hide}
        title={text.deleteTitle(name)}
        hint={text.deleteHint}
        action={text.delete}
        typed={reference ?? name}
        busy={remove.busy}
        fault={remove.fault}
        onConfirm={() => remove.run({ workspace: id })}
      />
      {editing.open && <EditWorkspace workspace={workspace} onClose={editing.hide} />}
    </Page>
  );
}

/** The lists of its people that are asked for most. */
function PeopleLinks({ id }: { readonly id: string }): ReactNode {
  const lists = [
    [text.people.all, {}],
    [text.people.left, { status: 'unsubscribed' }],
    [text.people.suppressed, { view: 'suppressed' }],
  ] as const;
  return (
    <>
      {lists.map(([label, search]) => (
        <Link key={label} to="/people" search={{ workspace: id, ...search }}>
          {label}
        </Link>
      ))}
    </>
  );
}

function Notice({
  workspace: { status, health, waitingFor },
}: {
  readonly workspace: WorkspaceStateFragment;
}): ReactNode {
  const told =
    status === 'suspended'
      ? text.isSuspended
      : health.state === 'paused'
        ? text.isPaused
        : health.state === 'throttled'
          ? waitingFor?.kind === 'day_cap'
            ? text.isUsedUp
            : text.isThrottled
          : null;
  if (told === null) return null;
  return (
    <p className="note" data-tone={health.state === 'throttled' && status === 'active' ? 'warn' : 'bad'}>
      <TriangleAlert size={16} aria-hidden />
      {told}
    </p>
  );
}

const counted = ['scheduled', 'queued', 'delivered', 'bounced', 'complained'] as const;

/** Who schedules nothing sees no number of it. */
function isShown(state: 'all' | (typeof counted)[number], counts: WorkspaceStatesQuery): boolean {
  return state !== 'scheduled' || (counts.scheduled?.totalCount ?? 0) > 0;
}

/** The mail of 90 days by state; each number leads to its list. */
function MailCounts({ id }: { readonly id: string }): ReactNode {
  const reading = useAsk(WorkspaceStatesDocument, { workspace: id }, { every: 5 * liveEvery });
  return (
    <Card
      title={text.mail}
      hint={text.mailHint}
      actions={
        <Link className="button" to="/messages" search={{ workspace: id }}>
          {text.messages}
        </Link>
      }
    >
      <Answer reading={reading} lines={2}>
        {(counts) => (
          <ul className="numbers">
            {(['all', ...counted] as const)
              .filter((state) => isShown(state, counts))
              .map((state) => (
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
