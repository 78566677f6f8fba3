/** How an endpoint answered in the last hour and the last day: tries, failures, the slowest, and its answers. */
import type { ReactNode } from 'react';
import type { AttemptSumsFragment, EndpointAttemptsQuery } from '../../api/operations.ts';
import { words } from '../../words.ts';
import { day, hour, minute } from '../durations.ts';
import { duration, wholeNumber } from '../figures/numbers.ts';
import { At } from '../when.tsx';

const text = words.webhooks;

type Recent = NonNullable<NonNullable<EndpointAttemptsQuery['webhookEndpoints']>[number]['recentAttempts']>;

const spans = [
  ['lastHour', hour],
  ['lastDay', day],
] as const;

export function EndpointFigures({ recent }: { readonly recent: Recent }): ReactNode {
  if (recent.lastDay.attempts === 0) return <p className="hint">{text.noTries}</p>;
  return (
    <div className="table-box stacked endpoint-figures">
      <table>
        <thead>
          <tr>
            <th scope="col">{text.span}</th>
            <th scope="col">{text.tries}</th>
            <th scope="col">{text.failedTries}</th>
            <th scope="col">{text.slowest}</th>
            <th scope="col">{text.answers}</th>
          </tr>
        </thead>
        <tbody>
          {spans.map(([name, length]) => (
            <Span key={name} name={text[name]} length={length} sums={recent[name]} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SpanProps {
  readonly name: string;
  /** Milliseconds. */
  readonly length: number;
  readonly sums: AttemptSumsFragment;
}

function Span({ name, length, sums }: SpanProps): ReactNode {
  const { attempts, failed, slowestMs, answers, since } = sums;
  // The clocks of browser and service differ a little, and the answer may be some seconds old.
  const isCut = Date.now() - Date.parse(since) < length - 5 * minute;
  return (
    <tr>
      <td>
        {name}
        {isCut && (
          <span className="hint">
            {` ${text.countedSince} `}
            <At at={since} />
          </span>
        )}
      </td>
      <td data-label={text.tries}>{wholeNumber(attempts)}</td>
      <td data-label={text.failedTries} data-tone={failed > 0 ? 'bad' : undefined}>
        {failed === 0 ? words.charts.none : text.failedOf(failed, attempts)}
      </td>
      <td data-label={text.slowest}>{duration(slowestMs)}</td>
      <td data-label={text.answers}>
        <ul className="answers">
          {answers.map(({ status, error, attempts: number }) => (
            <li key={`${error} ${status}`} data-tone={error === null ? 'good' : 'bad'}>
              {answerInWords(status, error)} <span>{text.timesOf(number)}</span>
            </li>
          ))}
        </ul>
      </td>
    </tr>
  );
}

function answerInWords(status: number | null, error: AttemptSumsFragment['answers'][number]['error']): string {
  return error === null || error === 'status' ? String(status ?? text.noResponse) : words.webhookErrors[error];
}
