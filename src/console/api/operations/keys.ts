/**
 * Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.
 */
import { TypedDocumentString } from './document.ts';
import type {
  KeyCreateMutation,
  KeyCreateMutationVariables,
  KeyRevokeMutation,
  KeyRevokeMutationVariables,
  KeyUpdateMutation,
  KeyUpdateMutationVariables,
  KeysQuery,
  KeysQueryVariables,
  OwnKeyQuery,
  OwnKeyQueryVariables,
} from './types.ts';

export const OwnKeyDocument = new TypedDocumentString(`
    query OwnKey {
  currentKey {
    ...KeyFacts
    platform {
      id
      name
    }
  }
}
    fragment KeyFacts on ApiKey {
  id
  name
  scopes
  createdAt
  expiresAt
  lastUsedAt
  revokedAt
  workspace {
    id
    name
  }
}`) as unknown as TypedDocumentString<OwnKeyQuery, OwnKeyQueryVariables>;

export const KeysDocument = new TypedDocumentString(`
    query Keys($after: String) {
  apiKeys(after: $after) {
    nodes {
      ...KeyFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment KeyFacts on ApiKey {
  id
  name
  scopes
  createdAt
  expiresAt
  lastUsedAt
  revokedAt
  workspace {
    id
    name
  }
}`) as unknown as TypedDocumentString<KeysQuery, KeysQueryVariables>;

export const KeyUpdateDocument = new TypedDocumentString(`
    mutation KeyUpdate($input: ApiKeyUpdateInput!) {
  apiKeyUpdate(input: $input) {
    apiKey {
      id
      name
      expiresAt
    }
  }
}
    `) as unknown as TypedDocumentString<KeyUpdateMutation, KeyUpdateMutationVariables>;

export const KeyCreateDocument = new TypedDocumentString(`
    mutation KeyCreate($input: ApiKeyCreateInput!) {
  apiKeyCreate(input: $input) {
    apiKey {
      id
      secret
    }
  }
}
    `) as unknown as TypedDocumentString<KeyCreateMutation, KeyCreateMutationVariables>;

export const KeyRevokeDocument = new TypedDocumentString(`
    mutation KeyRevoke($input: ApiKeyRevokeInput!) {
  apiKeyRevoke(input: $input) {
    apiKey {
      id
      revokedAt
    }
  }
}
    `) as unknown as TypedDocumentString<KeyRevokeMutation, KeyRevokeMutationVariables>;
