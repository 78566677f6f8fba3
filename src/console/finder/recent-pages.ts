/**
 * The pages of single things that this tab has shown, newest first. Their titles name people, so they are kept for the
 * tab alone and end with the session (docs/rules.md#console-search).
 */
import type { words } from '../words.ts';

export interface RecentPage {
  /** Path and query, as in the address bar. */
  readonly href: string;
  readonly title: string;
  readonly detail: string | null;
  readonly kind: Kind;
}

const storageKey = 'tidings-recent';
const keptMost = 8;

const paths = {
  message: /^\/console\/messages\/[^/]+$/,
  address: /^\/console\/people\/address$/,
  person: /^\/console\/people\/[^/]+\/[^/]+$/,
  workspace: /^\/console\/workspaces\/[^/]+$/,
  template: /^\/console\/templates\/[^/]+$/,
  eventType: /^\/console\/event-types\/[^/]+$/,
  webhook: /^\/console\/webhooks\/[^/]+$/,
} as const satisfies Readonly<Partial<Record<keyof typeof words.finder.kinds, RegExp>>>;

type Kind = keyof typeof paths;

/** Keeps the open page when it shows a single thing. */
export function keepRecent(title: string, detail: string | null): void {
  const { pathname, search } = window.location;
  const kind = (Object.keys(paths) as readonly Kind[]).find((each) => paths[each].test(pathname));
  if (!kind) return;
  const page: RecentPage = { href: pathname + search, title, detail, kind };
  // The query of an address names the thing, that of any other page a part of it.
  const keyOf = ({ href, kind: of }: RecentPage) => (of === 'address' ? href : href.split('?')[0]);
  const kept = [page, ...recentPages().filter((other) => keyOf(other) !== keyOf(page))].slice(0, keptMost);
  sessionStorage.setItem(storageKey, JSON.stringify(kept));
}

export function recentPages(): readonly RecentPage[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent) : [];
  } catch {
    return [];
  }
}

export function forgetRecent(): void {
  sessionStorage.removeItem(storageKey);
}

function isRecent(value: unknown): value is RecentPage {
  if (typeof value !== 'object' || value === null) return false;
  const { href, title, kind } = value as Partial<Record<keyof RecentPage, unknown>>;
  const isOwn = typeof href === 'string' && href.startsWith('/console/');
  return isOwn && typeof title === 'string' && typeof kind === 'string' && Object.hasOwn(paths, kind);
}
