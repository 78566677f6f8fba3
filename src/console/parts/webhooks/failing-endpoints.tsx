/** Endpoints of all platforms whose last attempt failed. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OperationsQuery } from '../../api/operations.ts';
import { words } from '../../words.ts';
import { Badge } from '../badge.tsx';
import { Card } from '../page.tsx';
import { When } from '../when.tsx';
import { standingOf, standingTones } from './endpoint.ts';

const text = words.operations;

type Endpoint = NonNullable<NonNullable<OperationsQuery['operations']>['failingEndpoints']>[number];

export function FailingEndpoints({ endpoints }: { readonly endpoints: readonly Endpoint[] }): ReactNode {
  return (
    <Card title={text.failing} hint={text.failingHint} flush>
      <ul className="plain-list">
        {endpoints.map((endpoint) => {
          const { id, url, platform, breaker } = endpoint;
          const standing = standingOf(endpoint);
          return (
            <li key={id}>
              <div>
                <p className="url">{url}</p>
                <p className="hint">
                  <Link to="/webhooks" search={{ platform: platform.id, workspace: undefined, endpoint: id }}>
                    {platform.name}
                  </Link>
                  {` · ${text.failures(breaker.failures)}`}
                  {standing === 'breaker' && breaker.pausedUntil && (
                    <>
                      {` · ${text.pausedUntil} `}
                      <When at={breaker.pausedUntil} />
                    </>
                  )}
                </p>
              </div>
              <Badge tone={standingTones[standing]}>{words.webhooks.standing[standing]}</Badge>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
