/**
 * Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.
 */
import { TypedDocumentString } from './document.ts';
import type {
  CurrentKeyQuery,
  CurrentKeyQueryVariables,
  PlatformNameQuery,
  PlatformNameQueryVariables,
} from './types.ts';

export const CurrentKeyDocument = new TypedDocumentString(`
    query CurrentKey {
  currentKey {
    id
    name
    createdAt
    expiresAt
    scopes
    platform {
      id
      name
    }
    workspace {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<CurrentKeyQuery, CurrentKeyQueryVariables>;

export const PlatformNameDocument = new TypedDocumentString(`
    query PlatformName($id: ID!) {
  node(id: $id) {
    ... on Platform {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<PlatformNameQuery, PlatformNameQueryVariables>;
