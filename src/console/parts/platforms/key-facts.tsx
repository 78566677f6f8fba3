/** What a key may do, and whether it is in force. */
import type { ReactNode } from 'react';
import type { KeyFactsFragment } from '../../api/operations.ts';
import { words } from '../../words.ts';
import { Badge } from '../badge.tsx';

const text = words.keys;

export function KeyState({ revokedAt, expiresAt }: Pick<KeyFactsFragment, 'revokedAt' | 'expiresAt'>): ReactNode {
  if (revokedAt) return <Badge tone="bad">{text.revoked}</Badge>;
  if (expiresAt && Date.parse(expiresAt) <= Date.now()) return <Badge tone="warn">{text.expired}</Badge>;
  return <Badge tone="good">{text.live}</Badge>;
}

export function Scopes({ scopes }: Pick<KeyFactsFragment, 'scopes'>): ReactNode {
  return (
    <span className="tags">
      {scopes.map((scope) => (
        <span className="tag" key={scope} title={text.scopeHints[scope]}>
          {text.scopeNames[scope]}
        </span>
      ))}
    </span>
  );
}
