/**
 * Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.
 * Longer than the house's 250 lines: it holds all that is made of one source.
 */
import { TypedDocumentString } from './document.ts';
import type {
  DeletedWorkspacesQuery,
  DeletedWorkspacesQueryVariables,
  LatestWorkspaceQuery,
  LatestWorkspaceQueryVariables,
  NewestWorkspaceQuery,
  NewestWorkspaceQueryVariables,
  WorkspaceChoicesQuery,
  WorkspaceChoicesQueryVariables,
  WorkspaceCreateMutation,
  WorkspaceCreateMutationVariables,
  WorkspaceDeleteMutation,
  WorkspaceDeleteMutationVariables,
  WorkspaceListQuery,
  WorkspaceListQueryVariables,
  WorkspaceNameQuery,
  WorkspaceNameQueryVariables,
  WorkspaceQuery,
  WorkspaceQueryVariables,
  WorkspaceReleaseMutation,
  WorkspaceReleaseMutationVariables,
  WorkspaceRestoreMutation,
  WorkspaceRestoreMutationVariables,
  WorkspaceResumeMutation,
  WorkspaceResumeMutationVariables,
  WorkspaceStatesQuery,
  WorkspaceStatesQueryVariables,
  WorkspaceSuspendMutation,
  WorkspaceSuspendMutationVariables,
  WorkspaceUpdateMutation,
  WorkspaceUpdateMutationVariables,
} from './types.ts';

export const WorkspaceChoicesDocument = new TypedDocumentString(`
    query WorkspaceChoices($search: String, $first: Int!, $after: String) {
  workspaces(search: $search, first: $first, after: $after) {
    nodes {
      ...NamedWorkspace
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment NamedWorkspace on Workspace {
  id
  name
  reference
}`) as unknown as TypedDocumentString<WorkspaceChoicesQuery, WorkspaceChoicesQueryVariables>;

export const NewestWorkspaceDocument = new TypedDocumentString(`
    query NewestWorkspace {
  active: workspaces(status: active, first: 2) {
    nodes {
      ...NamedWorkspace
    }
  }
  any: workspaces(first: 1) {
    nodes {
      ...NamedWorkspace
    }
  }
}
    fragment NamedWorkspace on Workspace {
  id
  name
  reference
}`) as unknown as TypedDocumentString<NewestWorkspaceQuery, NewestWorkspaceQueryVariables>;

export const LatestWorkspaceDocument = new TypedDocumentString(`
    query LatestWorkspace {
  workspaces(status: active, orderBy: latest_emit_first, first: 1) {
    nodes {
      ...NamedWorkspace
    }
  }
}
    fragment NamedWorkspace on Workspace {
  id
  name
  reference
}`) as unknown as TypedDocumentString<LatestWorkspaceQuery, LatestWorkspaceQueryVariables>;

export const WorkspaceNameDocument = new TypedDocumentString(`
    query WorkspaceName($workspace: ID!) {
  workspace(workspace: $workspace) {
    ...NamedWorkspace
  }
}
    fragment NamedWorkspace on Workspace {
  id
  name
  reference
}`) as unknown as TypedDocumentString<WorkspaceNameQuery, WorkspaceNameQueryVariables>;

export const WorkspaceListDocument = new TypedDocumentString(`
    query WorkspaceList($search: String, $health: HealthState, $status: WorkspaceStatus, $orderBy: WorkspaceOrder!, $after: String) {
  workspaces(
    search: $search
    health: $health
    status: $status
    orderBy: $orderBy
    after: $after
  ) {
    nodes {
      ...WorkspaceState
      lastEmitAt
      health {
        today {
          cap
          sent
        }
        window {
          ended
          bounceShare
          complaintShare
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment WorkspaceState on Workspace {
  id
  name
  reference
  status
  locale
  timezone
  createdAt
  health {
    state
    reason
    since
  }
  sending {
    state
    reason
  }
  waitingFor {
    kind
    fact
    until
  }
}`) as unknown as TypedDocumentString<WorkspaceListQuery, WorkspaceListQueryVariables>;

export const WorkspaceDocument = new TypedDocumentString(`
    query Workspace($workspace: ID!) {
  workspace(workspace: $workspace) {
    ...WorkspaceState
    lastEmitAt
    health {
      ...HealthFacts
    }
  }
}
    fragment WorkspaceState on Workspace {
  id
  name
  reference
  status
  locale
  timezone
  createdAt
  health {
    state
    reason
    since
  }
  sending {
    state
    reason
  }
  waitingFor {
    kind
    fact
    until
  }
}
fragment HealthFacts on WorkspaceHealth {
  state
  recoversAt
  recoversTo
  changes {
    id
    at
    from
    to
    reason
  }
  lines {
    windowDays
    minEnded
    throttle {
      ...LineFacts
    }
    pause {
      ...LineFacts
    }
  }
  today {
    day
    cap
    sent
  }
  volume {
    delivered
    deliveredWanted
    sendingDays
    sendingDaysWanted
  }
  window {
    since
    ended
    delivered
    hardBounces
    complaints
    bounceShare
    complaintShare
  }
}
fragment LineFacts on HealthLine {
  bounceShare
  bounces
  complaintShare
  complaints
}`) as unknown as TypedDocumentString<WorkspaceQuery, WorkspaceQueryVariables>;

export const WorkspaceStatesDocument = new TypedDocumentString(`
    query WorkspaceStates($workspace: ID!) {
  all: messages(workspace: $workspace, first: 0) {
    totalCount
    totalCountCapped
  }
  scheduled: messages(workspace: $workspace, filter: {state: scheduled}, first: 0) {
    totalCount
    totalCountCapped
  }
  queued: messages(workspace: $workspace, filter: {state: queued}, first: 0) {
    totalCount
    totalCountCapped
  }
  delivered: messages(workspace: $workspace, filter: {state: delivered}, first: 0) {
    totalCount
    totalCountCapped
  }
  bounced: messages(workspace: $workspace, filter: {state: bounced}, first: 0) {
    totalCount
    totalCountCapped
  }
  complained: messages(
    workspace: $workspace
    filter: {state: complained}
    first: 0
  ) {
    totalCount
    totalCountCapped
  }
}
    `) as unknown as TypedDocumentString<WorkspaceStatesQuery, WorkspaceStatesQueryVariables>;

export const WorkspaceSuspendDocument = new TypedDocumentString(`
    mutation WorkspaceSuspend($workspace: ID!) {
  workspaceSuspend(workspace: $workspace) {
    workspace {
      ...WorkspaceState
    }
  }
}
    fragment WorkspaceState on Workspace {
  id
  name
  reference
  status
  locale
  timezone
  createdAt
  health {
    state
    reason
    since
  }
  sending {
    state
    reason
  }
  waitingFor {
    kind
    fact
    until
  }
}`) as unknown as TypedDocumentString<WorkspaceSuspendMutation, WorkspaceSuspendMutationVariables>;

export const WorkspaceResumeDocument = new TypedDocumentString(`
    mutation WorkspaceResume($workspace: ID!) {
  workspaceResume(workspace: $workspace) {
    workspace {
      ...WorkspaceState
    }
  }
}
    fragment WorkspaceState on Workspace {
  id
  name
  reference
  status
  locale
  timezone
  createdAt
  health {
    state
    reason
    since
  }
  sending {
    state
    reason
  }
  waitingFor {
    kind
    fact
    until
  }
}`) as unknown as TypedDocumentString<WorkspaceResumeMutation, WorkspaceResumeMutationVariables>;

export const WorkspaceReleaseDocument = new TypedDocumentString(`
    mutation WorkspaceRelease($input: WorkspaceHealthReleaseInput!) {
  workspaceHealthRelease(input: $input) {
    workspace {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<WorkspaceReleaseMutation, WorkspaceReleaseMutationVariables>;

export const WorkspaceCreateDocument = new TypedDocumentString(`
    mutation WorkspaceCreate($input: WorkspaceCreateInput!) {
  workspaceCreate(input: $input) {
    workspace {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<WorkspaceCreateMutation, WorkspaceCreateMutationVariables>;

export const WorkspaceUpdateDocument = new TypedDocumentString(`
    mutation WorkspaceUpdate($workspace: ID!, $input: WorkspaceUpdateInput!) {
  workspaceUpdate(workspace: $workspace, input: $input) {
    workspace {
      ...WorkspaceState
    }
  }
}
    fragment WorkspaceState on Workspace {
  id
  name
  reference
  status
  locale
  timezone
  createdAt
  health {
    state
    reason
    since
  }
  sending {
    state
    reason
  }
  waitingFor {
    kind
    fact
    until
  }
}`) as unknown as TypedDocumentString<WorkspaceUpdateMutation, WorkspaceUpdateMutationVariables>;

export const WorkspaceDeleteDocument = new TypedDocumentString(`
    mutation WorkspaceDelete($workspace: ID!) {
  workspaceDelete(workspace: $workspace) {
    deletedWorkspaceId
  }
}
    `) as unknown as TypedDocumentString<WorkspaceDeleteMutation, WorkspaceDeleteMutationVariables>;

export const DeletedWorkspacesDocument = new TypedDocumentString(`
    query DeletedWorkspaces($after: String) {
  deletedWorkspaces(after: $after) {
    nodes {
      id
      name
      reference
      deletedAt
      restorableUntil
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<DeletedWorkspacesQuery, DeletedWorkspacesQueryVariables>;

export const WorkspaceRestoreDocument = new TypedDocumentString(`
    mutation WorkspaceRestore($id: ID!, $reference: String) {
  workspaceRestore(id: $id, reference: $reference) {
    workspace {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<WorkspaceRestoreMutation, WorkspaceRestoreMutationVariables>;
