/** For the operator: what needs a person, what waits in the deployment, and the processes that work on it. */
import type { ReactNode } from 'react';
import { OperationsDocument, type OperationsQuery } from '../api/operations.ts';
import { liveEvery, useAsk } from '../api/use-ask.ts';
import { counted } from '../parts/figures/numbers.ts';
import { Concerns } from '../parts/operations/concerns.tsx';
import { Processes, Queues } from '../parts/operations/processes.tsx';
import { Waiting } from '../parts/operations/waiting.tsx';
import { Page } from '../parts/page.tsx';
import { Answer } from '../parts/states.tsx';
import { FailingEndpoints } from '../parts/webhooks/failing-endpoints.tsx';
import { words } from '../words.ts';

const text = words.operations;

type Operations = NonNullable<OperationsQuery['operations']>;

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
  const { concerns, figureChanges, failingEndpoints, processes, queues } = operations;
  const changes = figureChanges && figureChanges.count > 0 ? counted(figureChanges) : null;
  return (
    <>
      {concerns && <Concerns concerns={concerns} />}
      {failingEndpoints && failingEndpoints.length > 0 && <FailingEndpoints endpoints={failingEndpoints} />}
      <Waiting operations={operations} />
      <div className="columns">
        <Processes processes={processes ?? []} />
        <Queues queues={queues ?? []} changes={changes} />
      </div>
    </>
  );
}
