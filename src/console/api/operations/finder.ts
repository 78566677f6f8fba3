/**
 * Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.
 * Longer than the house's 250 lines: it holds all that is made of one source.
 */
import { TypedDocumentString } from './document.ts';
import type {
  FindAddressQuery,
  FindAddressQueryVariables,
  FindBlocksQuery,
  FindBlocksQueryVariables,
  FindContactsQuery,
  FindContactsQueryVariables,
  FindDomainQuery,
  FindDomainQueryVariables,
  FindEndpointsQuery,
  FindEndpointsQueryVariables,
  FindIdQuery,
  FindIdQueryVariables,
  FindMessagesQuery,
  FindMessagesQueryVariables,
  FindMetadataKeysQuery,
  FindMetadataKeysQueryVariables,
  FindPlatformsQuery,
  FindPlatformsQueryVariables,
  FindTemplatesQuery,
  FindTemplatesQueryVariables,
  FindTextQuery,
  FindTextQueryVariables,
  FindWorkspacesQuery,
  FindWorkspacesQueryVariables,
} from './types.ts';

export const FindTextDocument = new TypedDocumentString(`
    query FindText($text: String!, $keys: MessageFilter!, $refused: RefusedEmitFilter!, $wide: Boolean!, $people: Boolean = true) {
  workspaces(search: $text, first: 5) {
    nodes {
      ...NamedWorkspace
    }
  }
  eventTypes(search: $text, first: 5) {
    nodes {
      id
      name
    }
  }
  messages(filter: $keys, first: 5) {
    nodes {
      ...FoundMessage
    }
  }
  refusedEmits(filter: $refused, first: 3) @include(if: $wide) {
    nodes {
      id
      code
      at
      idempotencyKey
      workspace {
        id
        name
      }
      faults {
        path
        message
      }
    }
  }
}
    fragment FoundMessage on Message {
  id
  state
  recipient @include(if: $people)
  subject @include(if: $people)
  eventTypeName
  createdAt
  workspace {
    id
    name
  }
  suppression @include(if: $people) {
    scope
    blocks
  }
  resends {
    id
  }
}
fragment NamedWorkspace on Workspace {
  id
  name
  reference
}`) as unknown as TypedDocumentString<FindTextQuery, FindTextQueryVariables>;

export const FindMessagesDocument = new TypedDocumentString(`
    query FindMessages($filter: MessageFilter!, $people: Boolean = true) {
  messages(filter: $filter, first: 5) {
    nodes {
      ...FoundMessage
    }
  }
}
    fragment FoundMessage on Message {
  id
  state
  recipient @include(if: $people)
  subject @include(if: $people)
  eventTypeName
  createdAt
  workspace {
    id
    name
  }
  suppression @include(if: $people) {
    scope
    blocks
  }
  resends {
    id
  }
}`) as unknown as TypedDocumentString<FindMessagesQuery, FindMessagesQueryVariables>;

export const FindMetadataKeysDocument = new TypedDocumentString(`
    query FindMetadataKeys {
  metadataKeys
}
    `) as unknown as TypedDocumentString<FindMetadataKeysQuery, FindMetadataKeysQueryVariables>;

export const FindDomainDocument = new TypedDocumentString(`
    query FindDomain($domain: String!, $wide: Boolean!) {
  messages(
    filter: {recipientDomain: $domain, state: queued}
    orderBy: oldest_first
    first: 1
  ) {
    nodes {
      id
      waitingFor {
        fact
      }
    }
    totalCount
    totalCountCapped
  }
  refusingDomains @include(if: $wide) {
    domains {
      domain
      waiting
      waitingOtherwise
      workspaces
      since
      reply
    }
  }
}
    `) as unknown as TypedDocumentString<FindDomainQuery, FindDomainQueryVariables>;

export const FindContactsDocument = new TypedDocumentString(`
    query FindContacts($workspace: ID!, $text: String!) {
  contacts(workspace: $workspace, search: $text, first: 5) {
    nodes {
      id
      email
      reference
    }
  }
}
    `) as unknown as TypedDocumentString<FindContactsQuery, FindContactsQueryVariables>;

export const FindAddressDocument = new TypedDocumentString(`
    query FindAddress($email: String!, $wide: Boolean!, $people: Boolean = true) {
  messages(filter: {recipient: $email}, first: 5) {
    nodes {
      ...FoundMessage
    }
  }
  person(email: $email) @include(if: $wide) {
    contacts(first: 5) {
      nodes {
        id
        workspace {
          id
          name
        }
      }
    }
    suppressions(first: 5) {
      nodes {
        ...FoundBlock
        workspace {
          id
          name
        }
      }
    }
  }
}
    fragment FoundMessage on Message {
  id
  state
  recipient @include(if: $people)
  subject @include(if: $people)
  eventTypeName
  createdAt
  workspace {
    id
    name
  }
  suppression @include(if: $people) {
    scope
    blocks
  }
  resends {
    id
  }
}
fragment FoundBlock on Suppression {
  id
  scope
  blocks
}`) as unknown as TypedDocumentString<FindAddressQuery, FindAddressQueryVariables>;

export const FindBlocksDocument = new TypedDocumentString(`
    query FindBlocks($workspace: ID!, $email: String!) {
  suppressions(workspace: $workspace, search: $email, first: 5) {
    nodes {
      ...FoundBlock
      email
    }
  }
}
    fragment FoundBlock on Suppression {
  id
  scope
  blocks
}`) as unknown as TypedDocumentString<FindBlocksQuery, FindBlocksQueryVariables>;

export const FindEndpointsDocument = new TypedDocumentString(`
    query FindEndpoints {
  webhookEndpoints {
    ...FoundEndpoint
  }
}
    fragment FoundEndpoint on WebhookEndpoint {
  id
  url
  types
  pausedAt
  breaker {
    pausedUntil
  }
}`) as unknown as TypedDocumentString<FindEndpointsQuery, FindEndpointsQueryVariables>;

export const FindTemplatesDocument = new TypedDocumentString(`
    query FindTemplates($text: String!) {
  eventTypes(search: $text, first: 5) {
    nodes {
      id
      name
      template {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FindTemplatesQuery, FindTemplatesQueryVariables>;

export const FindIdDocument = new TypedDocumentString(`
    query FindId($id: ID!, $people: Boolean!) {
  node(id: $id) {
    __typename
    ... on Message {
      ...FoundMessage
    }
    ... on Event {
      id
      type
      createdAt
    }
    ... on Webhook {
      id
      webhookType: type
      createdAt
      to: endpoint {
        id
      }
    }
    ... on Workspace {
      ...NamedWorkspace
      status
    }
    ... on EventType {
      id
      name
    }
    ... on Contact {
      id
      email @include(if: $people)
      home: workspace {
        id
        name
      }
    }
    ... on WebhookEndpoint {
      ...FoundEndpoint
    }
    ... on Import {
      id
      rowsOf: kind
      createdAt
      home: workspace {
        id
        name
      }
    }
  }
}
    fragment FoundMessage on Message {
  id
  state
  recipient @include(if: $people)
  subject @include(if: $people)
  eventTypeName
  createdAt
  workspace {
    id
    name
  }
  suppression @include(if: $people) {
    scope
    blocks
  }
  resends {
    id
  }
}
fragment FoundEndpoint on WebhookEndpoint {
  id
  url
  types
  pausedAt
  breaker {
    pausedUntil
  }
}
fragment NamedWorkspace on Workspace {
  id
  name
  reference
}`) as unknown as TypedDocumentString<FindIdQuery, FindIdQueryVariables>;

export const FindWorkspacesDocument = new TypedDocumentString(`
    query FindWorkspaces($text: String, $status: WorkspaceStatus!) {
  workspaces(search: $text, status: $status, first: 5) {
    nodes {
      ...NamedWorkspace
    }
  }
}
    fragment NamedWorkspace on Workspace {
  id
  name
  reference
}`) as unknown as TypedDocumentString<FindWorkspacesQuery, FindWorkspacesQueryVariables>;

export const FindPlatformsDocument = new TypedDocumentString(`
    query FindPlatforms($text: String) {
  platforms(search: $text, first: 5) {
    nodes {
      id
      name
      suspendedAt
    }
  }
}
    `) as unknown as TypedDocumentString<FindPlatformsQuery, FindPlatformsQueryVariables>;
