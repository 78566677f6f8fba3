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
  MessageCancelMutation,
  MessageCancelMutationVariables,
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
} from './types.ts';

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
      waitingOtherwise
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
