/** What needs a person, with what to do: the first thing on the operations page at three in the morning. */
import type { ReactNode } from 'react';
import type { OperationsQuery } from '../../api/operations.ts';
import { words } from '../../words.ts';
import { Badge } from '../badge.tsx';
import { Card } from '../page.tsx';
import { Away } from '../when.tsx';

const text = words.operations;

type Concern = NonNullable<NonNullable<OperationsQuery['operations']>['concerns']>[number];

export function Concerns({ concerns }: { readonly concerns: readonly Concern[] }): ReactNode {
  if (concerns.length === 0) {
    return (
      <Card title={text.concerns} flush>
        <p className="hint padded">{text.noConcern}</p>
      </Card>
    );
  }
  return (
    <Card title={text.concerns} hint={text.concernsHint} flush>
      <ul className="plain-list">
        {concerns.map(({ alert, summary, doNext, since }) => (
          <li key={alert}>
            <div>
              <p>
                {summary}
                {since && (
                  <span className="hint">
                    {` ${text.since} `}
                    <Away at={since} />
                  </span>
                )}
              </p>
              <p className="hint">
                <strong>{text.doNext}</strong> {withCode(doNext)}
              </p>
            </div>
            <Badge tone="bad">{alert}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What stands between backquotes is a command, or the name of a sweep. */
function withCode(sentence: string): readonly ReactNode[] {
  return sentence.split('`').map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part));
}
