/**
 * Lists that answer a question, found by the words of the question: `late`, `unsubscribed`, `refused`
 * (docs/rules.md#console-search).
 */
import type { LinkProps } from '@tanstack/react-router';
import type { ApiKeyScope } from '../api/operations.ts';
import type { Scopes } from '../api/scopes.ts';
import { usualViews } from '../parts/messages/usual-views.ts';
import { words } from '../words.ts';
import type { Entry } from './entry.ts';

const text = words.finder.views;

interface View {
  readonly to: LinkProps;
  readonly needs: ApiKeyScope;
  /** Not for keys for one workspace. */
  readonly isWide?: boolean;
}

const views: Readonly<Record<keyof typeof text, View>> = {
  trouble: { to: { to: '/messages', search: { all: 'yes', ...usualViews.trouble } }, needs: 'read' },
  waiting: { to: { to: '/messages', search: { all: 'yes', ...usualViews.waiting } }, needs: 'read' },
  servers: { to: { to: '/mail-servers' }, needs: 'people', isWide: true },
  refused: { to: { to: '/messages', search: { view: 'refused' } }, needs: 'read', isWide: true },
  left: { to: { to: '/people', search: { view: 'left', all: 'yes' } }, needs: 'people' },
  suppressed: { to: { to: '/people', search: { view: 'suppressed' } }, needs: 'people' },
  webhooks: { to: { to: '/webhooks', search: { state: 'failed' } }, needs: 'read' },
  pausedWorkspaces: { to: { to: '/workspaces', search: { health: 'paused' } }, needs: 'read' },
};

/** `platform`: the one that an operator looks at; without one there are no such lists. */
export function viewEntries({ isOperator, allow, allowWide }: Scopes, platform: string | null): readonly Entry[] {
  if (isOperator && platform === null) return [];
  const names = Object.keys(views) as readonly (keyof typeof views)[];
  return names
    .filter((name) => (views[name].isWide ? allowWide(views[name].needs) : allow(views[name].needs)))
    .map((name): Entry => {
      const [title, keywords] = text[name];
      return { value: `view ${name}`, kind: 'page', title, keywords, going: { to: views[name].to } };
    });
}
