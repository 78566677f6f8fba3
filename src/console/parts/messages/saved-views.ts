/**
 * Filters of the list of messages under a name, in this browser. A view outlives the session, so it keeps neither an
 * address nor an idempotency key (docs/rules.md#console-list-of-messages).
 */
import { useSyncExternalStore } from 'react';
import { type MessageSearch, messageSearch } from './message-search.ts';

export interface SavedView {
  readonly name: string;
  readonly search: MessageSearch & { readonly workspace?: string | undefined };
}

/** Views of one platform. */
export const viewsMost = 20;
/** Characters of a name. */
export const viewNameMax = 40;

/** What a view never keeps: it names a person, or one emit. */
const private_ = ['recipient', 'key', 'request'] as const;

const keyOf = (platform: string) => `tidings-views-${platform}`;
const listeners = new Set<() => void>();
let cached: { readonly text: string | null; readonly views: readonly SavedView[] } = { text: null, views: [] };

/** `platform`: id of the platform whose messages are listed. */
export function useSavedViews(platform: string): readonly SavedView[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        removeEventListener('storage', listener);
      };
    },
    () => read(platform),
  );
}

/** Keeps the filters under a name; a view of this name is replaced. */
export function saveView(platform: string, name: string, search: SavedView['search']): void {
  const kept = Object.fromEntries(
    Object.entries(search).filter(([key, value]) => value !== undefined && !private_.some((each) => each === key)),
  );
  write(platform, [...read(platform).filter((view) => view.name !== name), { name, search: kept }].slice(-viewsMost));
}

export function deleteView(platform: string, name: string): void {
  write(
    platform,
    read(platform).filter((view) => view.name !== name),
  );
}

function write(platform: string, views: readonly SavedView[]): void {
  localStorage.setItem(keyOf(platform), JSON.stringify(views));
  for (const listener of listeners) listener();
}

function read(platform: string): readonly SavedView[] {
  const text = `${platform} ${localStorage.getItem(keyOf(platform)) ?? '[]'}`;
  if (cached.text !== text) cached = { text, views: parse(text.slice(platform.length + 1)) };
  return cached.views;
}

function parse(text: string): readonly SavedView[] {
  try {
    const views: unknown = JSON.parse(text);
    return Array.isArray(views) ? views.flatMap(viewOf) : [];
  } catch {
    return [];
  }
}

function viewOf(value: unknown): readonly SavedView[] {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('search' in value)) return [];
  const { name, search } = value;
  if (typeof name !== 'string' || typeof search !== 'object' || search === null) return [];
  const workspace = 'workspace' in search && typeof search.workspace === 'string' ? search.workspace : undefined;
  return [{ name, search: { ...messageSearch({ ...search }), workspace } }];
}
