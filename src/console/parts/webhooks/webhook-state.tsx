/** Where a webhook stands: one that an endpoint refused so far says so, and when it is tried next. */
import type { ReactNode } from 'react';
import type { WebhooksQuery } from '../../api/operations.ts';
import { words } from '../../words.ts';
import { Badge } from '../badge.tsx';
import { webhookTones } from '../tones.ts';
import { InWords } from '../when.tsx';

const text = words.webhooks;

type Standing = Pick<
  NonNullable<WebhooksQuery['webhooks']>['nodes'][number],
  'state' | 'lastStatus' | 'lastError' | 'nextAttemptAt'
>;

export function WebhookStateOf({ webhook }: { readonly webhook: Standing }): ReactNode {
  const { state, lastStatus, lastError, nextAttemptAt } = webhook;
  if (state !== 'pending' || (lastStatus === null && lastError === null)) {
    return <Badge tone={webhookTones[state]}>{words.webhookStates[state]}</Badge>;
  }
  return (
    <span className="state-and-wait">
      <Badge tone="warn">{text.standing.failing}</Badge>
      {nextAttemptAt && (
        <span className="hint cut">
          {`${text.nextTry} `}
          <InWords at={nextAttemptAt} />
        </span>
      )}
    </span>
  );
}
