/**
 * Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.
 * Longer than the house's 250 lines: it holds all that is made of one source.
 */
import { TypedDocumentString } from './document.ts';
import type {
  AddressWhyQuery,
  AddressWhyQueryVariables,
  BouncedBeforeQuery,
  BouncedBeforeQueryVariables,
  EmitsQuery,
  EmitsQueryVariables,
  EventTypeIdQuery,
  EventTypeIdQueryVariables,
  MailDaysQuery,
  MailDaysQueryVariables,
  MailSubjectsQuery,
  MailSubjectsQueryVariables,
  MailWaitsQuery,
  MailWaitsQueryVariables,
  MessageCancelMutation,
  MessageCancelMutationVariables,
  MessageChangesSubscription,
  MessageChangesSubscriptionVariables,
  MessageCountQuery,
  MessageCountQueryVariables,
  MessageGoesOnSubscription,
  MessageGoesOnSubscriptionVariables,
  MessageMailQuery,
  MessageMailQueryVariables,
  MessagePlacesQuery,
  MessagePlacesQueryVariables,
  MessageQuery,
  MessageQueryVariables,
  MessageRepliesQuery,
  MessageRepliesQueryVariables,
  MessageRescheduleMutation,
  MessageRescheduleMutationVariables,
  MessageResendMutation,
  MessageResendMutationVariables,
  MessageWhyQuery,
  MessageWhyQueryVariables,
  MessagesQuery,
  MessagesQueryVariables,
  PauseSharesQuery,
  PauseSharesQueryVariables,
  RampProgressQuery,
  RampProgressQueryVariables,
  RefusedCountQuery,
  RefusedCountQueryVariables,
  RefusedEmitsQuery,
  RefusedEmitsQueryVariables,
  RefusingDomainsQuery,
  RefusingDomainsQueryVariables,
  ReplyFileQuery,
  ReplyFileQueryVariables,
  VersionNumbersQuery,
  VersionNumbersQueryVariables,
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

export const MessagePlacesDocument = new TypedDocumentString(`
    query MessagePlaces($filter: MessageFilter) {
  messages(filter: $filter, first: 100) {
    nodes {
      id
      workspace {
        id
        name
      }
    }
    pageInfo {
      hasNextPage
    }
  }
}
    `) as unknown as TypedDocumentString<MessagePlacesQuery, MessagePlacesQueryVariables>;

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

export const BouncedBeforeDocument = new TypedDocumentString(`
    query BouncedBefore($email: String!, $bounce: BounceKind!, $until: DateTime!) {
  messages(filter: {recipient: $email, bounce: $bounce, until: $until}, first: 1) {
    nodes {
      id
      createdAt
      attempts {
        reply
      }
      reports {
        reply
      }
    }
  }
}
    `) as unknown as TypedDocumentString<BouncedBeforeQuery, BouncedBeforeQueryVariables>;

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

export const MessageDocument = new TypedDocumentString(`
    query Message($id: ID!, $people: Boolean = true) {
  node(id: $id) {
    ... on Message {
      id
      state
      bounce
      reason
      evidence
      recipient @include(if: $people)
      locale
      eventTypeName
      idempotencyKey
      metadata
      simulated
      role
      copyOf {
        id
        recipient @include(if: $people)
      }
      copies {
        id
        role
        state
        recipient @include(if: $people)
      }
      fellBack
      createdAt
      sendAt
      expiresAt
      endedAt
      nextAttemptAt
      waitingFor {
        kind
        fact
        until
        endedBy
      }
      templateVersion {
        id
        version
        subject
      }
      workspace {
        id
        name
        timezone
      }
      event {
        id
      }
      contact @include(if: $people) {
        id
        reference
      }
      contactAtEmit {
        contactId
        reference
      }
      suppression @include(if: $people) {
        ...SuppressionFacts
      }
      resendOf {
        id
        createdAt
      }
      resends {
        id
        state
        createdAt
      }
      webhooks(first: 20) {
        nodes {
          id
          type
          state
          createdAt
          lastStatus
          lastError
          nextAttemptAt
          attempts {
            status
            error
          }
          endpoint {
            id
            url
          }
        }
        pageInfo {
          hasNextPage
        }
      }
      timeline {
        ...Moment
      }
    }
    ... on Event {
      id
      type
      idempotencyKey
      createdAt
      workspace {
        id
        name
      }
      message {
        id
      }
    }
  }
}
    fragment Moment on TimelineEntry {
  __typename
  at
  cursor
  ... on TimelineAttempted {
    attempt {
      number
      durationMs
      outcome
      transport
      exchanger
      reply
      answered
      tlsVersion
    }
  }
  ... on TimelineScheduled {
    sendAt
  }
  ... on TimelineMoved {
    sendAt
  }
  ... on TimelineClaimed {
    number
  }
  ... on TimelineWaiting {
    waitsFor
    provider
    until
    reply
  }
  ... on TimelineDeferred {
    until
    isLast
  }
  ... on TimelineBounced {
    bounce
  }
  ... on TimelineFailed {
    reason
  }
  ... on TimelineReport {
    report {
      kind
      hard
      reply
    }
  }
  ... on TimelineOpened {
    open {
      machine
    }
  }
  ... on TimelineReplied {
    automatic
  }
  ... on TimelineWebhookSent {
    status
    webhook {
      id
      type
    }
  }
}
fragment SuppressionFacts on Suppression {
  id
  email
  reason
  scope
  blocks
  note
  byKeyId
  createdAt
}`) as unknown as TypedDocumentString<MessageQuery, MessageQueryVariables>;

export const MessageGoesOnDocument = new TypedDocumentString(`
    subscription MessageGoesOn($id: ID!, $after: String) {
  messageTimeline(message: $id, after: $after) {
    cursor
    entries {
      cursor
    }
  }
}
    `) as unknown as TypedDocumentString<MessageGoesOnSubscription, MessageGoesOnSubscriptionVariables>;

export const MessageWhyDocument = new TypedDocumentString(`
    query MessageWhy($id: ID!, $workspace: ID) {
  messageExplain(id: $id, workspace: $workspace) {
    ...Explained
  }
}
    fragment Explained on Explanation {
  cause
  summary
  code
  next
  steps {
    rule
    verdict
    fact
    at
    until
    endedBy
    cause
    code
  }
}`) as unknown as TypedDocumentString<MessageWhyQuery, MessageWhyQueryVariables>;

export const RampProgressDocument = new TypedDocumentString(`
    query RampProgress($workspace: ID!) {
  workspace(workspace: $workspace) {
    id
    health {
      volume {
        delivered
        deliveredWanted
        sendingDays
        sendingDaysWanted
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RampProgressQuery, RampProgressQueryVariables>;

export const PauseSharesDocument = new TypedDocumentString(`
    query PauseShares($workspace: ID!) {
  workspace(workspace: $workspace) {
    id
    health {
      state
      reason
      window {
        bounceShare
        complaintShare
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PauseSharesQuery, PauseSharesQueryVariables>;

export const MessageMailDocument = new TypedDocumentString(`
    query MessageMail($id: ID!) {
  message: node(id: $id) {
    ... on Message {
      id
      rendered {
        subject
        from
        displayName
        replyTo
        headers {
          name
          value
        }
        html
        text
      }
      event {
        id
        payload
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MessageMailQuery, MessageMailQueryVariables>;

export const MessageRepliesDocument = new TypedDocumentString(`
    query MessageReplies($workspace: ID!, $message: ID!) {
  messageReplies(workspace: $workspace, message: $message, first: 60) {
    nodes {
      id
      createdAt
      automatic
      from {
        address
        name
        isRecipient
      }
      text
      answer
      isCut
      spam {
        isSpam
        score
        threshold
      }
      attachments {
        position
        filename
        bytes
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MessageRepliesQuery, MessageRepliesQueryVariables>;

export const ReplyFileDocument = new TypedDocumentString(`
    query ReplyFile($workspace: ID!, $message: ID!, $reply: ID!, $position: Int!) {
  messageReplyAttachment(
    workspace: $workspace
    message: $message
    reply: $reply
    position: $position
  ) {
    position
    content
  }
}
    `) as unknown as TypedDocumentString<ReplyFileQuery, ReplyFileQueryVariables>;

export const MessageResendDocument = new TypedDocumentString(`
    mutation MessageResend($workspace: ID!, $id: ID!) {
  messageResend(workspace: $workspace, id: $id) {
    created
    message {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<MessageResendMutation, MessageResendMutationVariables>;

export const MessageRescheduleDocument = new TypedDocumentString(`
    mutation MessageReschedule($workspace: ID!, $id: ID!, $sendAt: DateTime!) {
  messageReschedule(workspace: $workspace, id: $id, sendAt: $sendAt) {
    message {
      id
      state
      sendAt
    }
  }
}
    `) as unknown as TypedDocumentString<MessageRescheduleMutation, MessageRescheduleMutationVariables>;

export const MessageCancelDocument = new TypedDocumentString(`
    mutation MessageCancel($workspace: ID!, $id: ID!) {
  messageCancel(workspace: $workspace, id: $id) {
    message {
      id
      state
    }
  }
}
    `) as unknown as TypedDocumentString<MessageCancelMutation, MessageCancelMutationVariables>;

export const EmitsDocument = new TypedDocumentString(`
    query Emits($workspace: ID, $filter: EventFilter, $orderBy: ListOrder, $after: String, $people: Boolean = true) {
  events(workspace: $workspace, filter: $filter, orderBy: $orderBy, after: $after) {
    nodes {
      id
      type
      idempotencyKey
      createdAt
      contactAtEmit {
        contactId
        reference
      }
      message {
        id
        state
        recipient @include(if: $people)
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<EmitsQuery, EmitsQueryVariables>;

export const RefusedEmitsDocument = new TypedDocumentString(`
    query RefusedEmits($filter: RefusedEmitFilter, $after: String, $first: Int) {
  refusedEmits(filter: $filter, after: $after, first: $first) {
    nodes {
      id
      code
      at
      times
      eventTypeName
      idempotencyKey
      faults {
        path
        message
      }
      requestId
      apiKeyId
      workspace {
        id
        name
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<RefusedEmitsQuery, RefusedEmitsQueryVariables>;

export const RefusedCountDocument = new TypedDocumentString(`
    query RefusedCount($filter: RefusedEmitFilter!) {
  refusedEmits(filter: $filter, first: 0) {
    totalCount
    totalCountCapped
  }
}
    `) as unknown as TypedDocumentString<RefusedCountQuery, RefusedCountQueryVariables>;

export const AddressWhyDocument = new TypedDocumentString(`
    query AddressWhy($workspace: ID!, $email: String!, $eventType: String!) {
  addressExplain(workspace: $workspace, email: $email, eventType: $eventType) {
    ...Explained
  }
}
    fragment Explained on Explanation {
  cause
  summary
  code
  next
  steps {
    rule
    verdict
    fact
    at
    until
    endedBy
    cause
    code
  }
}`) as unknown as TypedDocumentString<AddressWhyQuery, AddressWhyQueryVariables>;

export const VersionNumbersDocument = new TypedDocumentString(`
    query VersionNumbers($eventType: String!) {
  templateVersions(eventType: $eventType, first: 20) {
    nodes {
      id
      version
    }
  }
}
    `) as unknown as TypedDocumentString<VersionNumbersQuery, VersionNumbersQueryVariables>;

export const RefusingDomainsDocument = new TypedDocumentString(`
    query RefusingDomains {
  refusingDomains {
    domains {
      domain
      waiting
      workspaces
      since
      nextAttemptAt
      exchanger
      reply
    }
    capped
  }
}
    `) as unknown as TypedDocumentString<RefusingDomainsQuery, RefusingDomainsQueryVariables>;
