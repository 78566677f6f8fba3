/** What needs a person, on the operations page and for the operator's own programs. */
import type { Concern } from '../src/operations/concerns.ts';
import { builder } from './builder.ts';

export const OperationsConcern = builder.objectRef<Concern>('OperationsConcern').implement({
  description: 'A state of the deployment that needs a person, as an alert of ops/alerts.yaml would tell it.',
  fields: (t) => ({
    alert: t.exposeString('alert', {
      description: 'Name under which ops/alerts.yaml and docs/runbook.md have the same, such as TidingsMailLate.',
    }),
    summary: t.exposeString('summary', {
      description: 'Sentence that says what is the matter, such as that no worker is connected.',
    }),
    doNext: t.exposeString('doNext', { description: 'Step that a person takes first, in the words of the runbook.' }),
    since: t.expose('since', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time at which the oldest of the late work was due or asked for; null when the database does not tell.',
    }),
  }),
});
