/**
 * Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.
 */
import { TypedDocumentString } from './document.ts';
import type {
  FigureEventTypesQuery,
  FigureEventTypesQueryVariables,
  FigureGroupsQuery,
  FigureGroupsQueryVariables,
  FiguresBeforeQuery,
  FiguresBeforeQueryVariables,
  FiguresByDayQuery,
  FiguresByDayQueryVariables,
  WorkspaceFiguresQuery,
  WorkspaceFiguresQueryVariables,
} from './types.ts';

export const WorkspaceFiguresDocument = new TypedDocumentString(`
    query WorkspaceFigures($workspace: ID!, $from: Date!, $to: Date!) {
  workspace(workspace: $workspace) {
    id
    figures(from: $from, to: $to, groupBy: [day]) {
      ...DayFacts
    }
  }
}
    fragment FigureFacts on Figures {
  accepted
  waiting
  delivered
  bounced
  bouncedHard
  complained
  suppressed
  failed
  expired
  erased
  opened
  fellBack
  rates {
    delivered
    bounced
    complained
    opened
  }
  timeToDelivery {
    measured
    p50
    p90
    p99
  }
}
fragment DayCounts on Figures {
  accepted
  waiting
  delivered
  bounced
  bouncedHard
  complained
  suppressed
  failed
  expired
  erased
  timeToDelivery {
    p50
    p90
  }
}
fragment DayFacts on FigureReport {
  complete
  total {
    ...FigureFacts
  }
  groups(first: 400) {
    key
    day
    figures {
      ...DayCounts
    }
  }
}`) as unknown as TypedDocumentString<WorkspaceFiguresQuery, WorkspaceFiguresQueryVariables>;

export const FiguresByDayDocument = new TypedDocumentString(`
    query FiguresByDay($from: Date!, $to: Date!, $filter: FigureFilter) {
  figures(from: $from, to: $to, groupBy: [day], filter: $filter) {
    ...DayFacts
  }
}
    fragment FigureFacts on Figures {
  accepted
  waiting
  delivered
  bounced
  bouncedHard
  complained
  suppressed
  failed
  expired
  erased
  opened
  fellBack
  rates {
    delivered
    bounced
    complained
    opened
  }
  timeToDelivery {
    measured
    p50
    p90
    p99
  }
}
fragment DayCounts on Figures {
  accepted
  waiting
  delivered
  bounced
  bouncedHard
  complained
  suppressed
  failed
  expired
  erased
  timeToDelivery {
    p50
    p90
  }
}
fragment DayFacts on FigureReport {
  complete
  total {
    ...FigureFacts
  }
  groups(first: 400) {
    key
    day
    figures {
      ...DayCounts
    }
  }
}`) as unknown as TypedDocumentString<FiguresByDayQuery, FiguresByDayQueryVariables>;

export const FiguresBeforeDocument = new TypedDocumentString(`
    query FiguresBefore($from: Date!, $to: Date!, $filter: FigureFilter) {
  figures(from: $from, to: $to, filter: $filter) {
    total {
      ...FigureFacts
    }
  }
}
    fragment FigureFacts on Figures {
  accepted
  waiting
  delivered
  bounced
  bouncedHard
  complained
  suppressed
  failed
  expired
  erased
  opened
  fellBack
  rates {
    delivered
    bounced
    complained
    opened
  }
  timeToDelivery {
    measured
    p50
    p90
    p99
  }
}`) as unknown as TypedDocumentString<FiguresBeforeQuery, FiguresBeforeQueryVariables>;

export const FigureGroupsDocument = new TypedDocumentString(`
    query FigureGroups($from: Date!, $to: Date!, $filter: FigureFilter, $groupBy: [FigureDimension!]!) {
  figures(from: $from, to: $to, groupBy: $groupBy, filter: $filter) {
    groupCount
    groups(first: 100) {
      key
      provider
      eventType {
        id
        name
      }
      templateVersion {
        id
        version
        eventType {
          id
          name
        }
      }
      workspace {
        id
        name
      }
      figures {
        ...FigureFacts
      }
    }
  }
}
    fragment FigureFacts on Figures {
  accepted
  waiting
  delivered
  bounced
  bouncedHard
  complained
  suppressed
  failed
  expired
  erased
  opened
  fellBack
  rates {
    delivered
    bounced
    complained
    opened
  }
  timeToDelivery {
    measured
    p50
    p90
    p99
  }
}`) as unknown as TypedDocumentString<FigureGroupsQuery, FigureGroupsQueryVariables>;

export const FigureEventTypesDocument = new TypedDocumentString(`
    query FigureEventTypes {
  eventTypes {
    nodes {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<FigureEventTypesQuery, FigureEventTypesQueryVariables>;
