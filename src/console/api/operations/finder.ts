/**
 * Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.
 */
import { TypedDocumentString } from './document.ts';
import type {
  FindAddressQuery,
  FindAddressQueryVariables,
  FindContactsQuery,
  FindContactsQueryVariables,
  FindIdQuery,
  FindIdQueryVariables,
  FindMetadataQuery,
  FindMetadataQueryVariables,
  FindPlatformsQuery,
  FindPlatformsQueryVariables,
  FindTextQuery,
  FindTextQueryVariables,
  FindWorkspacesQuery,
  FindWorkspacesQueryVariables,
} from './types.ts';

export const FindTextDocument = new TypedDocumentString(`
    query FindText($text: String!, $people: Boolean = true) {
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
  messages(filter: {idempotencyKey: $text}, first: 3) {
    nodes {
      ...FoundMessage
    }
  }
}
    fragment FoundMessage on Message {
  id
  state
  recipient @include(if: $people)
  eventTypeName
  createdAt
  workspace {
    id
    name
  }
}
fragment NamedWorkspace on Workspace {
  id
  name
  reference
}`) as unknown as TypedDocumentString<FindTextQuery, FindTextQueryVariables>;

export const FindMetadataDocument = new TypedDocumentString(`
    query FindMetadata($filter: MessageFilter!, $people: Boolean = true) {
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
  eventTypeName
  createdAt
  workspace {
    id
    name
  }
}`) as unknown as TypedDocumentString<FindMetadataQuery, FindMetadataQueryVariables>;

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
  }
}
    fragment FoundMessage on Message {
  id
  state
  recipient @include(if: $people)
  eventTypeName
  createdAt
  workspace {
    id
    name
  }
}`) as unknown as TypedDocumentString<FindAddressQuery, FindAddressQueryVariables>;

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
    }
    ... on Workspace {
      ...NamedWorkspace
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
      id
      url
    }
  }
}
    fragment FoundMessage on Message {
  id
  state
  recipient @include(if: $people)
  eventTypeName
  createdAt
  workspace {
    id
    name
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
