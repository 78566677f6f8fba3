/** The processes of the deployment, and the queues by which they wake each other. */
import type { ReactNode } from 'react';
import type { OperationsQuery } from '../../api/operations.ts';
import { words } from '../../words.ts';
import { wholeNumber } from '../figures/numbers.ts';
import { Card } from '../page.tsx';
import { Away } from '../when.tsx';

const text = words.operations;

type Operations = NonNullable<OperationsQuery['operations']>;
type Part<Name extends keyof Operations> = NonNullable<Operations[Name]>;

export function Processes({ processes }: { readonly processes: Part<'processes'> }): ReactNode {
  return (
    <Card title={text.processes} flush>
      <div className="table-box stacked">
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
                <td data-label={text.roles}>{roles.join(', ')}</td>
                <td data-label={text.connected}>
                  <Away at={connectedSince} />
                </td>
                <td data-label={text.clock}>
                  {clockOffsetSeconds === 0 ? text.clockRight : text.clockOff(clockOffsetSeconds)}
                </td>
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

export function Queues({ queues, changes }: QueuesProps): ReactNode {
  const busy = queues.filter(({ waiting, taken }) => waiting > 0 || taken > 0);
  const empty = queues.length - busy.length;
  return (
    <Card title={text.queues} hint={text.queuesHint} flush>
      {busy.length > 0 && (
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
              {busy.map(({ name, waiting, taken, countedAt }) => (
                <tr key={name}>
                  <td>{name}</td>
                  <td>{wholeNumber(waiting)}</td>
                  <td>{wholeNumber(taken)}</td>
                  <td>
                    <Away at={countedAt} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="hint padded">
        {[empty > 0 && text.emptyQueues(empty, queues.length), changes !== null && `${text.changes}: ${changes}.`]
          .filter(Boolean)
          .join(' ')}
      </p>
    </Card>
  );
}
