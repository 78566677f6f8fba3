/** Who is signed in and may do what, for the parts of a page. */
import { useQuery } from '@tanstack/react-query';
import { type Scopes, scopesOf } from './scopes.ts';
import { viewerQuery } from './session.ts';
import { isSignedIn, type Viewer } from './viewer.ts';

const nothing: Scopes = { isOperator: false, workspace: null, allow: () => false, allowWide: () => false };

/** Who is signed in; undefined until the page knows. */
export function useViewer(): Viewer | undefined {
  const { data } = useQuery(viewerQuery);
  return data && isSignedIn(data) ? data : undefined;
}

/** Nothing is allowed until the page knows who is signed in. */
export function useScopes(): Scopes {
  const viewer = useViewer();
  return viewer ? scopesOf(viewer) : nothing;
}
