/** What waits in the deployment, part by part; a part where nothing waits is a word in a sentence. */
import type { ReactNode } from 'react';
import type { OperationsQuery } from '../../api/operations.ts';
import { words } from '../../words.ts';
import { Tiles } from '../figures/tiles.tsx';
import { Card } from '../page.tsx';
import { Away } from '../when.tsx';
import { type Amount, backlogsOf } from './backlogs.ts';

const text = words.operations;

type Operations = NonNullable<OperationsQuery['operations']>;

export function Waiting({ operations }: { readonly operations: Operations }): ReactNode {
  const { some, none } = backlogsOf(operations);
  return (
    <>
      {some.length > 0 && (
        <div className="columns">
          {some.map(({ title, amounts }) => (
            <Card key={title} title={title}>
              <Tiles
                tiles={amounts.map((amount) => ({
                  name: amount.name,
                  value: amount.value,
                  tone: amount.tone,
                  hint: (amount.hint || amount.since) && <Hint {...amount} />,
                }))}
              />
            </Card>
          ))}
        </div>
      )}
      {none.length > 0 && <p className="hint">{text.nothingIn(none)}</p>}
    </>
  );
}

function Hint({ hint, since }: Amount): ReactNode {
  if (!since) return hint;
  return (
    <>
      {hint && `${hint} `}
      {since.label} <Away at={since.at} />
    </>
  );
}
