/**
 * Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.
 */
import { TypedDocumentString } from './document.ts';
import type {
  CeilingSetMutation,
  CeilingSetMutationVariables,
  PlatformCreateMutation,
  PlatformCreateMutationVariables,
  PlatformLimitsQuery,
  PlatformLimitsQueryVariables,
  PlatformRenameMutation,
  PlatformRenameMutationVariables,
  PlatformResumeMutation,
  PlatformResumeMutationVariables,
  PlatformSuspendMutation,
  PlatformSuspendMutationVariables,
  PlatformsQuery,
  PlatformsQueryVariables,
  RequestLimitSetMutation,
  RequestLimitSetMutationVariables,
} from './types.ts';

export const PlatformsDocument = new TypedDocumentString(`
    query Platforms($search: String, $orderBy: PlatformOrder!, $after: String) {
  platforms(search: $search, orderBy: $orderBy, after: $after) {
    nodes {
      id
      name
      requestLimit
      workspaceCeiling
      suspendedAt
      createdAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<PlatformsQuery, PlatformsQueryVariables>;

export const PlatformLimitsDocument = new TypedDocumentString(`
    query PlatformLimits($id: ID!) {
  node(id: $id) {
    ... on Platform {
      id
      name
      requestLimit
      workspaceCeiling
      suspendedAt
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<PlatformLimitsQuery, PlatformLimitsQueryVariables>;

export const PlatformRenameDocument = new TypedDocumentString(`
    mutation PlatformRename($input: PlatformUpdateInput!) {
  platformUpdate(input: $input) {
    platform {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<PlatformRenameMutation, PlatformRenameMutationVariables>;

export const PlatformSuspendDocument = new TypedDocumentString(`
    mutation PlatformSuspend($input: PlatformSuspensionInput!) {
  platformSuspend(input: $input) {
    platform {
      id
      suspendedAt
    }
  }
}
    `) as unknown as TypedDocumentString<PlatformSuspendMutation, PlatformSuspendMutationVariables>;

export const PlatformResumeDocument = new TypedDocumentString(`
    mutation PlatformResume($input: PlatformSuspensionInput!) {
  platformResume(input: $input) {
    platform {
      id
      suspendedAt
    }
  }
}
    `) as unknown as TypedDocumentString<PlatformResumeMutation, PlatformResumeMutationVariables>;

export const PlatformCreateDocument = new TypedDocumentString(`
    mutation PlatformCreate($input: PlatformCreateInput!) {
  platformCreate(input: $input) {
    platform {
      id
      name
    }
    apiKey {
      id
      secret
    }
  }
}
    `) as unknown as TypedDocumentString<PlatformCreateMutation, PlatformCreateMutationVariables>;

export const RequestLimitSetDocument = new TypedDocumentString(`
    mutation RequestLimitSet($input: RequestLimitSetInput!) {
  requestLimitSet(input: $input) {
    platform {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<RequestLimitSetMutation, RequestLimitSetMutationVariables>;

export const CeilingSetDocument = new TypedDocumentString(`
    mutation CeilingSet($input: WorkspaceCeilingSetInput!) {
  workspaceCeilingSet(input: $input) {
    platform {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<CeilingSetMutation, CeilingSetMutationVariables>;
