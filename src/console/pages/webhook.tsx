/** One webhook: its body, its attempts, and another round. */
import { getRouteApi, Link } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Fault } from '../api/fault.ts';
import { WebhookDocument, type WebhookQuery, WebhookRedeliverDocument } from '../api/operations.ts';
import { liveEvery, useAsk } from '../api/use-ask.ts';
import { useScopes } from '../api/use-scopes.ts';
import { Button } from '../parts/button.tsx';
import { CopyText } from '../parts/copy.tsx';
import { useTold } from '../parts/dialogs/act-dialog.ts';
import { FaultNote, FaultView } from '../parts/events/fault-view.tsx';
import { JsonView } from '../parts/json/json-view.tsx';
import { Card, Facts, Page } from '../parts/page.tsx';
import { Answer } from '../parts/states.tsx';
import { WebhookStateOf } from '../parts/webhooks/webhook-state.tsx';
import { webhookTypeNames } from '../parts/webhooks/webhook-type.ts';
import { At, When } from '../parts/when.tsx';
import { words } from '../words.ts';

const route = getRouteApi('/shell/webhooks/$webhook');
const text = words.webhooks;

type WebhookFacts = NonNullable<WebhookQuery['webhook']>;

export function WebhookPage(): ReactNode {
  const { webhook: id } = route.useParams();
  const people = useScopes().allow('people');
  const reading = useAsk(WebhookDocument, { id, people }, { every: liveEvery });
  return (
    <Answer reading={reading} lines={8}>
      {({ webhook }) =>
        webhook ? <Shown webhook={webhook} /> : <FaultView fault={new Fault({ code: 'not_found', message: '' })} />
      }
    </Answer>
  );
}

function Shown({ webhook }: { readonly webhook: WebhookFacts }): ReactNode {
  const { id, type, endpoint, message, workspace, attempts, body } = webhook;
  const { allow } = useScopes();
  const redeliver = useTold(WebhookRedeliverDocument, { done: text.redelivered });
  return (
    <Page
      title={webhookTypeNames[type]}
      recent={endpoint?.url ?? null}
      beside={<WebhookStateOf webhook={webhook} />}
      above={<Link to="/webhooks">{text.title}</Link>}
      intro={endpoint ? <span className="url">{endpoint.url}</span> : text.deletedEndpoint}
      actions={
        allow('manage') && (
          <Button
            kind="primary"
            icon={RotateCw}
            busy={redeliver.busy}
            disabled={endpoint === null}
            onClick={() => redeliver.run({ id })}
          >
            {text.redeliver}
          </Button>
        )
      }
    >
      {redeliver.fault && <FaultNote fault={redeliver.fault} />}
      <div className="columns">
        <Card title={text.attempts}>
          {attempts.length === 0 ? (
            <p className="hint">{text.noAttempts}</p>
          ) : (
            <ol className="timeline">
              {attempts.map(({ at, status, error, durationMs }) => (
                <li key={at} data-tone={error ? 'bad' : 'good'}>
                  <p className="timeline-title">
                    <span>{error && error !== 'status' ? words.webhookErrors[error] : text.status(status ?? 0)}</span>
                    <At at={at} />
                  </p>
                  <p className="hint">{words.message.took(durationMs)}</p>
                </li>
              ))}
            </ol>
          )}
        </Card>
        <Card title={words.message.details}>
          <Facts
            facts={[
              [words.common.id, <CopyText key="id" text={id} what={words.common.id} />],
              [
                text.message,
                message ? (
                  <Link key="message" to="/messages/$message" params={{ message: message.id }}>
                    {message.recipient ?? message.id}
                  </Link>
                ) : null,
              ],
              [
                words.common.workspace,
                workspace ? (
                  <Link key="workspace" to="/workspaces/$id" params={{ id: workspace.id }}>
                    {workspace.name}
                  </Link>
                ) : null,
              ],
              [words.common.createdAt, <When key="created" at={webhook.createdAt} />],
              [text.delivered, webhook.deliveredAt ? <When key="delivered" at={webhook.deliveredAt} /> : null],
              [text.nextAttempt, webhook.nextAttemptAt ? <When key="next" at={webhook.nextAttemptAt} /> : null],
            ]}
          />
        </Card>
      </div>
      {body !== undefined && body !== null && (
        <Card title={text.body}>
          <JsonView value={body} what={text.body} />
        </Card>
      )}
    </Page>
  );
}
