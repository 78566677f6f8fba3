/** The columns of a list of refused emits. */
import type { ReactNode } from 'react';
import type { RefusedEmitsQuery } from '../../api/operations.ts';
import { oneOf } from '../../search.ts';
import { words } from '../../words.ts';
import { CopyButton } from '../copy.tsx';
import type { Column } from '../rows.tsx';
import { At } from '../when.tsx';
import { faultLine } from './fault-line.ts';

const text = words.messages;

type Refused = NonNullable<RefusedEmitsQuery['refusedEmits']>['nodes'][number];

export const refusedKey = ({ id }: Refused): string => id;

const error: Column<Refused> = {
  title: text.error,
  width: 'minmax(0, 2.8fr)',
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
      <span className="fault-act">{actOf(code)}</span>
    </span>
  ),
};

/** What the backend can do about it; of any other code the documentation says it. */
function actOf(code: string): ReactNode {
  return words.refusedActs[oneOf(words.refusedActs, code) ?? 'other'];
}

/** The first fault with its sentence; all of them as the title. */
function Faults({ faults }: Pick<Refused, 'faults'>): ReactNode {
  const [first, ...others] = faults;
  if (first === undefined) return null;
  return (
    <span className="fault-words" title={faults.map(faultLine).join('\n')}>
      <code>{first.path}</code>
      {first.message !== null && ` ${first.message}`}
      {others.length > 0 && ` ${text.moreFaults(others.length)}`}
    </span>
  );
}

/** `isInOne`: all rows are of one workspace, which no row has to name. */
const eventType = (isInOne: boolean): Column<Refused> => ({
  title: text.eventType,
  width: 'minmax(0, 1.5fr)',
  cell: ({ eventTypeName, workspace }) => (
    <span className="two">
      {eventTypeName && <span title={eventTypeName}>{eventTypeName}</span>}
      {!isInOne && workspace && (
        <span className="cut" title={workspace.name}>
          {workspace.name}
        </span>
      )}
    </span>
  ),
});

const key: Column<Refused> = {
  title: text.key,
  width: 'minmax(0, 1.4fr)',
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
  width: '7rem',
  narrow: 'hidden',
  cell: ({ requestId }) => (
    <>
      <code title={requestId}>{`…${requestId.slice(-5)}`}</code>
      <CopyButton text={requestId} what={words.faults.requestId} />
    </>
  ),
};

// The caller's log is searched by the second.
const at: Column<Refused> = {
  title: text.refusedAt,
  width: '8.75rem',
  align: 'end',
  cell: (row) => <At at={row.at} />,
};

/** `nameOf`: names of API keys. */
export function refusedColumns(nameOf: (id: string) => string, isInOne: boolean): readonly Column<Refused>[] {
  const apiKey: Column<Refused> = {
    title: text.byKey,
    width: 'minmax(0, 0.8fr)',
    narrow: 'hidden',
    cell: ({ apiKeyId }) => (apiKeyId === null ? words.audit.operator : nameOf(apiKeyId)),
  };
  return [error, eventType(isInOne), key, apiKey, request, at];
}

/** Of one person. */
export const refusedColumnsOfPerson = (isInOne: boolean): readonly Column<Refused>[] => [
  error,
  eventType(isInOne),
  key,
  at,
];
