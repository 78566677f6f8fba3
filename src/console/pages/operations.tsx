/** For the operator: what waits in the deployment, and the processes that work on it. */
import type { ReactNode } from 'react';
import { OperationsDocument, type OperationsQuery } from '../api/operations.ts';
import { liveEvery, useAsk } from '../api/use-ask.ts';
import { counted, wholeNumber } from '../parts/figures/numbers.ts';
import { type Tile, Tiles } from '../parts/figures/tiles.tsx';
import { Concerns } from '../parts/operations/concerns.tsx';
import { Card, Facts, Page } from '../parts/page.tsx';
import { Answer } from '../parts/states.tsx';
import { FailingEndpoints } from '../parts/webhooks/failing-endpoints.tsx';
import { When } from '../parts/when.tsx';
import { words } from '../words.ts';

const text = words.operations;

type Operations = NonNullable<OperationsQuery['operations']>;
type Part<Name extends keyof Operations> = NonNullable<Operations[Name]>;

export function OperationsPage(): ReactNode {
  const reading = useAsk(OperationsDocument, {}, { every: 5 * liveEvery });
  return (
    <Page title={text.title} intro={text.intro}>
      <Answer reading={reading} lines={10}>
        {({ operations }) => operations && <Shown operations={operations} />}
      </Answer>
    </Page>
  );
}

function Shown({ operations }: { readonly operations: Operations }): ReactNode {
  const { concerns, sending, webhooks, erasures, sendingDomains, figureChanges, failingEndpoints, processes, queues } =
    operations;
  return (
    <>
      {concerns && <Concerns concerns={concerns} />}
      {sending && <SendingCard sending={sending} />}
      {webhooks && <WebhooksCard webhooks={webhooks} />}
      <div className="columns">
        {erasures && <ErasuresCard erasures={erasures} />}
        {sendingDomains && <DomainsCard domains={sendingDomains} />}
      </div>
      {failingEndpoints && <FailingEndpoints endpoints={failingEndpoints} />}
      <div className="columns">
        <Processes processes={processes ?? []} />
        <Queues queues={queues ?? []} changes={figureChanges ? counted(figureChanges) : null} />
      </div>
    </>
  );
}

/** A number that should be zero. */
function wanting(name: string, value: string, isZero: boolean, tone: 'bad' | 'warn' = 'bad'): Tile {
  return { name, value, tone: isZero ? undefined : tone };
}

function SendingCard({ sending }: { readonly sending: Part<'sending'> }): ReactNode {
  const {
    due,
    queued,
    scheduled,
    sending: inHand,
    awaitingReport,
    lostLeases,
    workspacesDue,
    oldestDueAt,
    oldestEmitAt,
  } = sending;
  return (
    <Card title={text.sending}>
      <Tiles
        tiles={[
          {
            name: text.due,
            value: counted(due),
            hint: oldestDueAt && <Since label={text.waitsSince} at={oldestDueAt} />,
          },
          {
            name: text.queued,
            value: counted(queued),
            hint: oldestEmitAt && <Since label={text.oldestEmit} at={oldestEmitAt} />,
          },
          { name: text.scheduled, value: counted(scheduled) },
          { name: text.inHand, value: counted(inHand) },
          { name: text.awaitingReport, value: counted(awaitingReport) },
          { name: text.workspacesDue, value: counted(workspacesDue) },
          wanting(text.lostLeases, counted(lostLeases), lostLeases.count === 0, 'warn'),
        ]}
      />
    </Card>
  );
}

function WebhooksCard({ webhooks }: { readonly webhooks: Part<'webhooks'> }): ReactNode {
  const { due, pending, endpointsDue, oldestDueAt, oldestRoundAt } = webhooks;
  return (
    <Card title={text.webhooks}>
      <Tiles
        tiles={[
          {
            name: text.due,
            value: counted(due),
            hint: oldestDueAt && <Since label={text.waitsSince} at={oldestDueAt} />,
          },
          {
            name: text.pending,
            value: counted(pending),
            hint: oldestRoundAt && <Since label={text.oldestRound} at={oldestRoundAt} />,
          },
          { name: text.endpointsDue, value: counted(endpointsDue) },
        ]}
      />
    </Card>
  );
}

function ErasuresCard({ erasures }: { readonly erasures: Part<'erasures'> }): ReactNode {
  const { open, overdue, oldestRequestedAt } = erasures;
  return (
    <Card title={text.erasures} hint={text.overdueHint}>
      <Tiles
        tiles={[
          { name: text.open, value: counted(open) },
          wanting(text.overdue, counted(overdue), overdue.count === 0),
        ]}
      />
      <Facts
        facts={[[text.oldestRequest, oldestRequestedAt ? <When key="oldest" at={oldestRequestedAt} /> : text.noOpen]]}
      />
    </Card>
  );
}

function DomainsCard({ domains }: { readonly domains: Part<'sendingDomains'> }): ReactNode {
  const { verified, pending, warning, failed, due, oldestDueAt, capped } = domains;
  const count = (number: number) => counted({ count: number, capped });
  return (
    <Card title={text.domains}>
      <Tiles
        tiles={[
          { name: text.verified, value: count(verified) },
          { name: text.unverified, value: count(pending) },
          wanting(text.warning, count(warning), warning === 0, 'warn'),
          wanting(text.failed, count(failed), failed === 0),
        ]}
      />
      <Facts
        facts={[
          [
            text.checksDue,
            <span className="fact-line" key="due">
              {wholeNumber(due)}
              {oldestDueAt && <Since label={text.waitsSince} at={oldestDueAt} />}
            </span>,
          ],
        ]}
      />
    </Card>
  );
}

function Since({ label, at }: { readonly label: string; readonly at: string }): ReactNode {
  return (
    <span className="hint">
      {label} <When at={at} />
    </span>
  );
}

function Processes({ processes }: { readonly processes: Part<'processes'> }): ReactNode {
  return (
    <Card title={text.processes} flush>
      <div className="table-box">
        <table>
          <thead>
            <tr>
              <th scope="col">{text.processName}</th>
              <th scope="col">{text.roles}</th>
              <th scope="col">{text.connected}</th>
              <th scope="col">{text.clock}</th>
            </tr>
          </thead>
          <tbody>
            {processes.map(({ name, roles, connectedSince, clockOffsetSeconds }) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                </td>
                <td>{roles.join(', ')}</td>
                <td>
                  <When at={connectedSince} />
                </td>
                <td>{clockOffsetSeconds === 0 ? text.clockRight : text.clockOff(clockOffsetSeconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

interface QueuesProps {
  readonly queues: Part<'queues'>;
  readonly changes: string | null;
}

function Queues({ queues, changes }: QueuesProps): ReactNode {
  return (
    <Card title={text.queues} hint={text.queuesHint} flush>
      <div className="table-box">
        <table>
          <thead>
            <tr>
              <th scope="col">{text.queue}</th>
              <th scope="col">{text.waiting}</th>
              <th scope="col">{text.taken}</th>
              <th scope="col">{text.counted}</th>
            </tr>
          </thead>
          <tbody>
            {queues.map(({ name, waiting, taken, countedAt }) => (
              <tr key={name}>
                <td>{name}</td>
                <td>{wholeNumber(waiting)}</td>
                <td>{wholeNumber(taken)}</td>
                <td>
                  <When at={countedAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {changes !== null && <p className="hint padded">{`${text.changes}: ${changes}`}</p>}
    </Card>
  );
}
