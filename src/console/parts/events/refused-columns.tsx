/** The columns of a list of refused emits. */
import type { ReactNode } from 'react';
import type { RefusedEmitsQuery } from '../../api/operations.ts';
import { words } from '../../words.ts';
import { CopyButton } from '../copy.tsx';
import type { Column } from '../rows.tsx';
import { At } from '../when.tsx';
import { faultLine } from './fault-line.ts';

const text = words.messages;

export type Refused = NonNullable<RefusedEmitsQuery['refusedEmits']>['nodes'][number];

export const refusedKey = ({ id }: Refused): string => id;

const error: Column<Refused> = {
  title: text.error,
  width: 'minmax(0, 2.6fr)',
  narrow: 'first',
  cell: ({ code, faults, times }) => (
    <span className="two">
      <span>
        <a href={`/docs/errors#${code}`} target="_blank" rel="noopener">
          <code>{code}</code>
        </a>
        {times > 1 && (
          <span className="tag" title={text.timesHint}>
            {text.times(times)}
          </span>
        )}
      </span>
      <Faults faults={faults} />
    </span>
  ),
};

/** The first fault with its sentence; all of them as the title. */
function Faults({ faults }: Pick<Refused, 'faults'>): ReactNode {
  const [first, ...others] = faults;
  if (first === undefined) return null;
  return (
    <span title={faults.map(faultLine).join('\n')}>
      <code>{first.path}</code>
      {first.message !== null && ` ${first.message}`}
      {others.length > 0 && ` ${text.moreFaults(others.length)}`}
    </span>
  );
}

const eventType: Column<Refused> = {
  title: text.eventType,
  width: 'minmax(0, 1.2fr)',
  cell: ({ eventTypeName }) => eventTypeName && <code title={eventTypeName}>{eventTypeName}</code>,
};

const workspace: Column<Refused> = {
  title: words.common.workspace,
  width: 'minmax(0, 1.1fr)',
  cell: ({ workspace: its }) =>
    its && (
      <span className="cut" title={its.name}>
        {its.name}
      </span>
    ),
};

const key: Column<Refused> = {
  title: text.key,
  width: 'minmax(0, 1.1fr)',
  cell: ({ idempotencyKey }) =>
    idempotencyKey && (
      <>
        <code title={idempotencyKey}>{idempotencyKey}</code>
        <CopyButton text={idempotencyKey} what={text.key} />
      </>
    ),
};

const request: Column<Refused> = {
  title: words.faults.requestId,
  width: '8rem',
  narrow: 'hidden',
  cell: ({ requestId }) => (
    <>
      <code title={requestId}>{`…${requestId.slice(-5)}`}</code>
      <CopyButton text={requestId} what={words.faults.requestId} />
    </>
  ),
};

// The caller's log is searched by the second.
const at: Column<Refused> = { title: text.refusedAt, width: '9.5rem', align: 'end', cell: (row) => <At at={row.at} /> };

/** `nameOf`: names of API keys. */
export function refusedColumns(nameOf: (id: string) => string): readonly Column<Refused>[] {
  const apiKey: Column<Refused> = {
    title: text.byKey,
    width: 'minmax(0, 0.9fr)',
    narrow: 'hidden',
    cell: ({ apiKeyId }) => (apiKeyId === null ? words.audit.operator : nameOf(apiKeyId)),
  };
  return [error, eventType, workspace, key, apiKey, request, at];
}

/** Of one person, in all workspaces or in one. */
export const refusedColumnsOfPerson = (isInOne: boolean): readonly Column<Refused>[] =>
  isInOne ? [error, eventType, key, at] : [error, eventType, workspace, key, at];
