/** One line of the search: what it shows, and what Enter does. */
import type { LinkProps } from '@tanstack/react-router';
import type { FoundEndpointFragment } from '../api/operations.ts';
import type { Theme } from '../shell/theme.ts';
import type { words } from '../words.ts';

/** An endpoint as its dialogs need it. */
export type FoundEndpoint = Pick<FoundEndpointFragment, 'id' | 'url' | 'types'>;

/** What is done after the search has closed; changes ask first. */
export type FinderAct =
  | { readonly do: 'suspend_workspace' | 'resume_workspace'; readonly id: string; readonly name: string }
  | { readonly do: 'suspend_platform' | 'resume_platform'; readonly id: string; readonly name: string }
  | { readonly do: 'suppress'; readonly workspace: string; readonly email: string }
  | { readonly do: 'lift'; readonly workspace: string; readonly id: string; readonly email: string }
  | { readonly do: 'erase'; readonly workspace: string; readonly contact: string; readonly email: string }
  | { readonly do: 'resend' | 'cancel'; readonly workspace: string; readonly id: string }
  | { readonly do: EndpointAct; readonly endpoint: FoundEndpoint }
  | { readonly do: 'redeliver_webhook'; readonly id: string; readonly name: string }
  | { readonly do: 'theme'; readonly theme: Theme }
  | { readonly do: 'keys' | 'sign_out' };

export type EndpointAct = 'pause_endpoint' | 'resume_endpoint' | 'test_endpoint' | 'redeliver_endpoint';

export type Going =
  | { readonly to: LinkProps }
  /** Path and query, as in the address bar. */
  | { readonly href: string }
  | { readonly act: FinderAct }
  /** Written into the search, which goes on. */
  | { readonly fill: string };

export interface Entry {
  /** Unique in the list. */
  readonly value: string;
  readonly kind: keyof typeof words.finder.kinds;
  readonly title: string;
  readonly detail?: string | null;
  /** A time that is shown, such as that of an emit. */
  readonly at?: string;
  readonly going: Going;
  /** Other words that find it. */
  readonly keywords?: string;
}

/** Whether each typed word begins a word of the entry. */
export function matches({ title, keywords = '', detail }: Entry, typed: string): boolean {
  const known = `${title} ${keywords} ${detail ?? ''}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => known.startsWith(word) || known.includes(` ${word}`));
}
