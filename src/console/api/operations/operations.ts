/**
 * Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.
 */
import { TypedDocumentString } from './document.ts';
import type {
  OperationsQuery,
  OperationsQueryVariables,
} from './types.ts';

export const OperationsDocument = new TypedDocumentString(`
    query Operations {
  operations {
    concerns {
      alert
      summary
      doNext
      since
    }
    sending {
      due {
        ...Counted
      }
      queued {
        ...Counted
      }
      scheduled {
        ...Counted
      }
      sending {
        ...Counted
      }
      awaitingReport {
        ...Counted
      }
      lostLeases {
        ...Counted
      }
      workspacesDue {
        ...Counted
      }
      oldestDueAt
      oldestEmitAt
    }
    webhooks {
      due {
        ...Counted
      }
      pending {
        ...Counted
      }
      endpointsDue {
        ...Counted
      }
      oldestDueAt
      oldestRoundAt
    }
    erasures {
      open {
        ...Counted
      }
      overdue {
        ...Counted
      }
      oldestRequestedAt
    }
    sendingDomains {
      verified
      pending
      warning
      failed
      due
      oldestDueAt
      capped
    }
    figureChanges {
      ...Counted
    }
    processes {
      name
      roles
      connectedSince
      clockOffsetSeconds
    }
    queues {
      name
      waiting
      taken
      countedAt
    }
    failingEndpoints {
      id
      url
      pausedAt
      breaker {
        failures
        pausedUntil
      }
      platform {
        id
        name
      }
    }
  }
}
    fragment Counted on CappedCount {
  count
  capped
}`) as unknown as TypedDocumentString<OperationsQuery, OperationsQueryVariables>;
