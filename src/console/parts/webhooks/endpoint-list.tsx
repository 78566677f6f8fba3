/** Receivers of webhooks: how they stand, and what can be done with each. */

import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import { Ellipsis, Plus, Webhook } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { EndpointAttemptsDocument, type EndpointAttemptsQuery, EndpointResumeDocument } from '../../api/operations.ts';
import { liveEvery, useAsk } from '../../api/use-ask.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Badge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { useTold } from '../dialogs/act-dialog.ts';
import { FaultNote } from '../events/fault-view.tsx';
import { counted } from '../figures/numbers.ts';
import { Card, type Fact, Facts } from '../page.tsx';
import { Empty } from '../states.tsx';
import { At, InWords } from '../when.tsx';
import { type Endpoint, nextAttemptOf, standingOf, standingTones } from './endpoint.ts';
import { DeleteEndpoint, PauseEndpoint, RedeliverSince, TestEndpoint } from './endpoint-acts.tsx';
import { EndpointFigures } from './endpoint-figures.tsx';
import { AddEndpoint, EditEndpoint } from './endpoint-form.tsx';
import { wordsOfScope } from './endpoint-scope.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { webhookTypeNames } from './webhook-type.ts';

const text = words.webhooks;

const dialogs = {
  edit: EditEndpoint,
  test: TestEndpoint,
  pause: PauseEndpoint,
  since: RedeliverSince,
  delete: DeleteEndpoint,
} as const;

type Act = keyof typeof dialogs;

type Recent = NonNullable<NonNullable<EndpointAttemptsQuery['webhookEndpoints']>[number]['recentAttempts']>;

/** Milliseconds between two reads of what endpoints answered. */
const every = 5 * liveEvery;

function useRecent(): ReadonlyMap<string, Recent> {
  const { data } = useAsk(EndpointAttemptsDocument, {}, { every, keep: true });
  return useMemo(
    () =>
      new Map(
        (data?.webhookEndpoints ?? []).flatMap(({ id, recentAttempts }) =>
          recentAttempts ? [[id, recentAttempts] as const] : [],
        ),
      ),
    [data],
  );
}

export function EndpointList({ endpoints }: { readonly endpoints: readonly Endpoint[] }): ReactNode {
  const { allowWide } = useScopes();
  const [adding, setAdding] = useState(false);
  const [opened, setOpened] = useState<{ readonly act: Act; readonly endpoint: Endpoint } | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const mayManage = allowWide('manage');
  const recent = useRecent();
  const add = mayManage && (
    <Button icon={Plus} onClick={() => setAdding(true)}>
      {text.addEndpoint}
    </Button>
  );
  const Dialog = opened && dialogs[opened.act];
  return (
    <Card title={text.endpoints} actions={add} flush>
      {endpoints.length === 0 ? (
        <Empty icon={Webhook} title={text.noEndpointsTitle} hint={text.noEndpointsHint} />
      ) : (
        <ul className="plain-list endpoints">
          {endpoints.map((endpoint) => (
            <li key={endpoint.id}>
              <EndpointFacts endpoint={endpoint} recent={recent.get(endpoint.id)} />
              {mayManage && <EndpointMenu endpoint={endpoint} onPick={(act) => setOpened({ act, endpoint })} />}
            </li>
          ))}
        </ul>
      )}
      {adding && <AddEndpoint onClose={() => setAdding(false)} onSecret={setSecret} />}
      {opened && Dialog && <Dialog endpoint={opened.endpoint} onClose={() => setOpened(null)} />}
      <ShownSecret title={text.secretCreated} secret={secret} onClose={() => setSecret(null)} />
    </Card>
  );
}

interface EndpointFactsProps {
  readonly endpoint: Endpoint;
  readonly recent: Recent | undefined;
}

function EndpointFacts({ endpoint, recent }: EndpointFactsProps): ReactNode {
  const { url, types, pausedAt, breaker, backlog, failingSince, latestRedelivery } = endpoint;
  const scope = wordsOfScope(endpoint);
  const standing = standingOf(endpoint);
  const isPaused = standing === 'hand' || standing === 'disabled';
  const nextAt = nextAttemptOf(endpoint);
  const facts: readonly Fact[] = [
    [
      text.failingSince,
      failingSince && (
        <span className="fact-line" key="since">
          <At at={failingSince} />
          {recent && <span className="hint">{usualFailure(recent)}</span>}
        </span>
      ),
    ],
    [text.backlog, backlog && backlog.pending.count > 0 ? counted(backlog.pending) : null],
    [text.nextDue, nextAt ? <InWords key="due" at={nextAt} /> : null],
    [
      text.subscribed,
      <span key="types" title={types.map((type) => webhookTypeNames[type]).join(', ')}>
        {text.someTypes(types.length)}
        {scope && <span className="hint"> {scope}</span>}
      </span>,
    ],
    latestRedelivery ? redeliveryFact(latestRedelivery) : ['', null],
  ];
  return (
    <div className="endpoint">
      <p className="endpoint-head">
        <span className="url">{url}</span>
        <Badge tone={standingTones[standing]}>{text.standing[standing]}</Badge>
        {isPaused && pausedAt && (
          <span className="hint">
            {text.pausedSince} <At at={pausedAt} />
          </span>
        )}
        {standing === 'orphan' && <span className="hint">{text.orphanHint}</span>}
        {!isPaused && standing !== 'orphan' && breaker.failures > 0 && (
          <span className="hint">{text.failures(breaker.failures)}</span>
        )}
        {standing === 'breaker' && breaker.pausedUntil && (
          <span className="hint">
            {text.triesAgain} <InWords at={breaker.pausedUntil} />
          </span>
        )}
      </p>
      {backlog && backlog.pending.count > 0 && (standing === 'breaker' || isPaused) && (
        <p className="hint">{text.waitHints[isPaused ? 'held' : 'breaker']}</p>
      )}
      {recent && <EndpointFigures recent={recent} />}
      <Facts facts={facts} />
    </div>
  );
}

/** What the endpoint answers most often while it fails; empty where the last failure is older than a day. */
function usualFailure({ lastHour, lastDay }: Recent): string {
  const found = [...lastHour.answers, ...lastDay.answers].find(({ error }) => error !== null);
  if (!found?.error) return '';
  if (found.error !== 'status') return words.webhookErrors[found.error];
  return found.status === null ? text.noResponse : text.status(found.status);
}

function redeliveryFact(walk: NonNullable<Endpoint['latestRedelivery']>): Fact {
  const { since, finishedAt, redelivered, examined } = walk;
  return [
    finishedAt === null ? text.walking : text.walked,
    <span className="fact-line" key="walk">
      <At at={since} />
      <span className="hint">{text.walkProgress(redelivered, examined)}</span>
    </span>,
  ];
}

interface EndpointMenuProps {
  readonly endpoint: Endpoint;
  readonly onPick: (act: Act) => void;
}

function EndpointMenu({ endpoint, onPick }: EndpointMenuProps): ReactNode {
  const { id, url } = endpoint;
  const resume = useTold(EndpointResumeDocument, { done: text.resumed });
  const isHeld = ['hand', 'disabled', 'breaker'].includes(standingOf(endpoint));
  return (
    <div className="endpoint-acts">
      {resume.fault && <FaultNote fault={resume.fault} />}
      {isHeld && (
        <Button busy={resume.busy} onClick={() => resume.run({ id })}>
          {text.resume}
        </Button>
      )}
      <DropdownMenu.Root>
        <DropdownMenu.Trigger className="button quiet icon" aria-label={`${words.common.actions}: ${url}`}>
          <Ellipsis size={16} aria-hidden />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
            <DropdownMenu.Item onSelect={() => onPick('test')}>{text.test}</DropdownMenu.Item>
            <DropdownMenu.Item onSelect={() => onPick('since')}>{text.redeliverSince}</DropdownMenu.Item>
            <DropdownMenu.Item onSelect={() => onPick('edit')}>{words.common.edit}</DropdownMenu.Item>
            {endpoint.pausedAt === null && (
              <DropdownMenu.Item onSelect={() => onPick('pause')}>{text.pause}</DropdownMenu.Item>
            )}
            <DropdownMenu.Separator />
            <DropdownMenu.Item className="danger" onSelect={() => onPick('delete')}>
              {words.common.delete}
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </div>
  );
}
