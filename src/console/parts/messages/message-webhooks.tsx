/** The webhooks that tell of a message. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { words } from '../../words.ts';
import { Badge } from '../badge.tsx';
import { Card } from '../page.tsx';
import { webhookTones } from '../tones.ts';
import { webhookTypeNames } from '../webhooks/webhook-type.ts';
import { When } from '../when.tsx';
import type { ShownMessage } from './message-facts.ts';

const text = words.message;

export function MessageWebhooks({ message }: { readonly message: ShownMessage }): ReactNode {
  const webhooks = message.webhooks?.nodes ?? [];
  return (
    <Card title={text.webhooks} flush>
      {webhooks.length === 0 ? (
        <p className="hint padded">{text.noWebhooks}</p>
      ) : (
        <ul className="plain-list">
          {webhooks.map(({ id, type, state, endpoint, lastStatus, lastError, createdAt }) => (
            <li key={id}>
              <div>
                <Link to="/webhooks/$webhook" params={{ webhook: id }}>
                  {webhookTypeNames[type]}
                </Link>
                <p className="hint">
                  <span className="url">{endpoint?.url ?? words.webhooks.deletedEndpoint}</span>
                  {' · '}
                  {lastError && lastError !== 'status'
                    ? words.webhookErrors[lastError]
                    : lastStatus === null
                      ? words.webhooks.noResponse
                      : words.webhooks.status(lastStatus)}
                  {' · '}
                  <When at={createdAt} />
                </p>
              </div>
              <Badge tone={webhookTones[state]}>{words.webhookStates[state]}</Badge>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
