/**
 * Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.
 * Longer than the house's 250 lines: it holds all that is made of one source.
 */
import { TypedDocumentString } from './document.ts';
import type {
  EndpointAttemptsQuery,
  EndpointAttemptsQueryVariables,
  EndpointCreateMutation,
  EndpointCreateMutationVariables,
  EndpointDeleteMutation,
  EndpointDeleteMutationVariables,
  EndpointPauseMutation,
  EndpointPauseMutationVariables,
  EndpointResumeMutation,
  EndpointResumeMutationVariables,
  EndpointUpdateMutation,
  EndpointUpdateMutationVariables,
  EndpointsQuery,
  EndpointsQueryVariables,
  RedeliverSinceMutation,
  RedeliverSinceMutationVariables,
  SecretCreateMutation,
  SecretCreateMutationVariables,
  SecretDeleteMutation,
  SecretDeleteMutationVariables,
  WebhookQuery,
  WebhookQueryVariables,
  WebhookRedeliverMutation,
  WebhookRedeliverMutationVariables,
  WebhookTestMutation,
  WebhookTestMutationVariables,
  WebhooksQuery,
  WebhooksQueryVariables,
} from './types.ts';

export const EndpointsDocument = new TypedDocumentString(`
    query Endpoints {
  webhookEndpoints {
    id
    url
    types
    workspace {
      id
      name
      reference
    }
    workspaceId
    eventTypes
    version
    headers {
      name
      lastFour
    }
    rateLimit
    alertEmail
    disabledAt
    createdAt
    updatedAt
    pausedAt
    failingSince
    breaker {
      failures
      pausedUntil
    }
    backlog {
      oldestDueAt
      pending {
        count
        capped
      }
    }
    latestRedelivery {
      id
      since
      createdAt
      finishedAt
      reachedAt
      examined
      redelivered
    }
  }
  webhookSecrets {
    id
    lastFour
    createdAt
  }
}
    `) as unknown as TypedDocumentString<EndpointsQuery, EndpointsQueryVariables>;

export const WebhooksDocument = new TypedDocumentString(`
    query Webhooks($endpoint: ID, $state: WebhookState, $type: WebhookType, $after: String, $people: Boolean = true) {
  webhooks(endpoint: $endpoint, state: $state, type: $type, after: $after) {
    nodes {
      id
      type
      state
      lastStatus
      lastError
      createdAt
      nextAttemptAt
      endpoint {
        id
        url
      }
      message {
        id
        recipient @include(if: $people)
      }
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
    `) as unknown as TypedDocumentString<WebhooksQuery, WebhooksQueryVariables>;

export const WebhookDocument = new TypedDocumentString(`
    query Webhook($id: ID!, $people: Boolean!) {
  webhook(id: $id) {
    id
    type
    state
    body @include(if: $people)
    createdAt
    deliveredAt
    nextAttemptAt
    lastStatus
    lastError
    attempts {
      at
      durationMs
      status
      error
    }
    endpoint {
      id
      url
    }
    message {
      id
      recipient @include(if: $people)
    }
    workspace {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<WebhookQuery, WebhookQueryVariables>;

export const WebhookRedeliverDocument = new TypedDocumentString(`
    mutation WebhookRedeliver($id: ID!) {
  webhookRedeliver(id: $id) {
    webhook {
      id
      state
    }
  }
}
    `) as unknown as TypedDocumentString<WebhookRedeliverMutation, WebhookRedeliverMutationVariables>;

export const WebhookTestDocument = new TypedDocumentString(`
    mutation WebhookTest($endpoint: ID!, $type: WebhookType!) {
  webhookTestSend(endpoint: $endpoint, type: $type) {
    webhook {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<WebhookTestMutation, WebhookTestMutationVariables>;

export const EndpointCreateDocument = new TypedDocumentString(`
    mutation EndpointCreate($input: WebhookEndpointCreateInput!) {
  webhookEndpointCreate(input: $input) {
    webhookEndpoint {
      id
    }
    webhookSecret {
      id
      secret
    }
  }
}
    `) as unknown as TypedDocumentString<EndpointCreateMutation, EndpointCreateMutationVariables>;

export const EndpointUpdateDocument = new TypedDocumentString(`
    mutation EndpointUpdate($id: ID!, $input: WebhookEndpointUpdateInput!) {
  webhookEndpointUpdate(id: $id, input: $input) {
    webhookEndpoint {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<EndpointUpdateMutation, EndpointUpdateMutationVariables>;

export const EndpointDeleteDocument = new TypedDocumentString(`
    mutation EndpointDelete($id: ID!) {
  webhookEndpointDelete(id: $id) {
    deletedWebhookEndpointId
  }
}
    `) as unknown as TypedDocumentString<EndpointDeleteMutation, EndpointDeleteMutationVariables>;

export const SecretCreateDocument = new TypedDocumentString(`
    mutation SecretCreate {
  webhookSecretCreate {
    webhookSecret {
      id
      secret
    }
  }
}
    `) as unknown as TypedDocumentString<SecretCreateMutation, SecretCreateMutationVariables>;

export const SecretDeleteDocument = new TypedDocumentString(`
    mutation SecretDelete($id: ID!) {
  webhookSecretDelete(id: $id) {
    deletedWebhookSecretId
  }
}
    `) as unknown as TypedDocumentString<SecretDeleteMutation, SecretDeleteMutationVariables>;

export const EndpointAttemptsDocument = new TypedDocumentString(`
    query EndpointAttempts {
  webhookEndpoints {
    id
    recentAttempts {
      lastHour {
        ...AttemptSums
      }
      lastDay {
        ...AttemptSums
      }
    }
  }
}
    fragment AttemptSums on AttemptFigures {
  since
  attempts
  failed
  slowestMs
  answers {
    status
    error
    attempts
  }
}`) as unknown as TypedDocumentString<EndpointAttemptsQuery, EndpointAttemptsQueryVariables>;

export const EndpointPauseDocument = new TypedDocumentString(`
    mutation EndpointPause($id: ID!) {
  webhookEndpointPause(id: $id) {
    webhookEndpoint {
      id
      pausedAt
    }
  }
}
    `) as unknown as TypedDocumentString<EndpointPauseMutation, EndpointPauseMutationVariables>;

export const EndpointResumeDocument = new TypedDocumentString(`
    mutation EndpointResume($id: ID!) {
  webhookEndpointResume(id: $id) {
    webhookEndpoint {
      id
      pausedAt
    }
  }
}
    `) as unknown as TypedDocumentString<EndpointResumeMutation, EndpointResumeMutationVariables>;

export const RedeliverSinceDocument = new TypedDocumentString(`
    mutation RedeliverSince($endpoint: ID!, $since: DateTime!) {
  webhooksRedeliver(endpoint: $endpoint, since: $since) {
    redelivery {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<RedeliverSinceMutation, RedeliverSinceMutationVariables>;
