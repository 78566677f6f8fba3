/**
 * Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.
 */
import { TypedDocumentString } from './document.ts';
import type {
  AuditLogQuery,
  AuditLogQueryVariables,
  ObjectNamesQuery,
  ObjectNamesQueryVariables,
} from './types.ts';

export const AuditLogDocument = new TypedDocumentString(`
    query AuditLog($filter: AuditFilter, $after: String) {
  auditLog(filter: $filter, after: $after) {
    nodes {
      id
      operation
      objectType
      objectId
      platformId
      apiKeyId
      apiKey {
        id
        name
      }
      requestId
      error
      createdAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<AuditLogQuery, AuditLogQueryVariables>;

export const ObjectNamesDocument = new TypedDocumentString(`
    query ObjectNames($ids: [ID!]!) {
  nodes(ids: $ids) {
    __typename
    ... on ApiKey {
      id
      name
    }
    ... on EventType {
      id
      name
    }
    ... on Platform {
      id
      name
    }
    ... on SendingDomain {
      id
      domain
    }
    ... on WebhookEndpoint {
      id
      url
    }
    ... on WebhookSecret {
      id
      lastFour
    }
    ... on Workspace {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<ObjectNamesQuery, ObjectNamesQueryVariables>;
