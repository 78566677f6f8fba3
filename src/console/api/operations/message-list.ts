/**
 * Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.
 */
import { TypedDocumentString } from './document.ts';
import type {
  EventTypeIdQuery,
  EventTypeIdQueryVariables,
  MailDaysQuery,
  MailDaysQueryVariables,
  MailSubjectsQuery,
  MailSubjectsQueryVariables,
  MailWaitsQuery,
  MailWaitsQueryVariables,
  MessageChangesSubscription,
  MessageChangesSubscriptionVariables,
  MessageCountQuery,
  MessageCountQueryVariables,
  MessagesQuery,
  MessagesQueryVariables,
  VersionSubjectsQuery,
  VersionSubjectsQueryVariables,
  WorkspaceMailDaysQuery,
  WorkspaceMailDaysQueryVariables,
} from './types.ts';

export const MessagesDocument = new TypedDocumentString(`
    query Messages($workspace: ID, $filter: MessageFilter, $orderBy: ListOrder, $first: Int, $after: String, $people: Boolean = true) {
  messages(
    workspace: $workspace
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
  ) {
    nodes {
      ...MessageLine
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment MessageLine on Message {
  id
  state
  bounce
  reason
  recipient @include(if: $people)
  eventTypeName
  templateVersionId
  idempotencyKey
  metadata
  simulated
  role
  createdAt
  workspace {
    id
    name
  }
}`) as unknown as TypedDocumentString<MessagesQuery, MessagesQueryVariables>;

export const MessageCountDocument = new TypedDocumentString(`
    query MessageCount($workspace: ID, $filter: MessageFilter) {
  messages(workspace: $workspace, filter: $filter, first: 0) {
    totalCount
    totalCountCapped
  }
}
    `) as unknown as TypedDocumentString<MessageCountQuery, MessageCountQueryVariables>;

export const MessageChangesDocument = new TypedDocumentString(`
    subscription MessageChanges($workspace: ID!, $after: String, $people: Boolean = true) {
  workspaceMessages(workspace: $workspace, after: $after) {
    cursor
    changes {
      messageId
      message {
        ...MessageLine
      }
    }
  }
}
    fragment MessageLine on Message {
  id
  state
  bounce
  reason
  recipient @include(if: $people)
  eventTypeName
  templateVersionId
  idempotencyKey
  metadata
  simulated
  role
  createdAt
  workspace {
    id
    name
  }
}`) as unknown as TypedDocumentString<MessageChangesSubscription, MessageChangesSubscriptionVariables>;

export const VersionSubjectsDocument = new TypedDocumentString(`
    query VersionSubjects($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on TemplateVersion {
      id
      subject
    }
  }
}
    `) as unknown as TypedDocumentString<VersionSubjectsQuery, VersionSubjectsQueryVariables>;

export const MailWaitsDocument = new TypedDocumentString(`
    query MailWaits($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on Message {
      id
      waitingFor {
        kind
        until
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MailWaitsQuery, MailWaitsQueryVariables>;

export const MailSubjectsDocument = new TypedDocumentString(`
    query MailSubjects($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on Message {
      id
      subject
    }
  }
}
    `) as unknown as TypedDocumentString<MailSubjectsQuery, MailSubjectsQueryVariables>;

export const MailDaysDocument = new TypedDocumentString(`
    query MailDays($from: Date!, $to: Date!, $filter: FigureFilter) {
  figures(from: $from, to: $to, groupBy: [day], filter: $filter) {
    groups(first: 60) {
      day
      figures {
        ...MailDays
      }
    }
  }
}
    fragment MailDays on Figures {
  accepted
  waiting
  delivered
  bounced
  complained
  suppressed
  failed
  expired
}`) as unknown as TypedDocumentString<MailDaysQuery, MailDaysQueryVariables>;

export const WorkspaceMailDaysDocument = new TypedDocumentString(`
    query WorkspaceMailDays($workspace: ID!, $from: Date!, $to: Date!, $filter: FigureFilter) {
  workspaceFigures(
    workspace: $workspace
    from: $from
    to: $to
    groupBy: [day]
    filter: $filter
  ) {
    groups(first: 60) {
      day
      figures {
        ...MailDays
      }
    }
  }
}
    fragment MailDays on Figures {
  accepted
  waiting
  delivered
  bounced
  complained
  suppressed
  failed
  expired
}`) as unknown as TypedDocumentString<WorkspaceMailDaysQuery, WorkspaceMailDaysQueryVariables>;

export const EventTypeIdDocument = new TypedDocumentString(`
    query EventTypeId($name: String!) {
  eventType(name: $name) {
    id
  }
}
    `) as unknown as TypedDocumentString<EventTypeIdQuery, EventTypeIdQueryVariables>;
