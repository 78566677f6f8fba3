/**
 * Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.
 */
import { TypedDocumentString } from './document.ts';
import type {
  ContactImportCreateMutation,
  ContactImportCreateMutationVariables,
  ImportAppendMutation,
  ImportAppendMutationVariables,
  ImportCancelMutation,
  ImportCancelMutationVariables,
  ImportFaultsQuery,
  ImportFaultsQueryVariables,
  ImportStartMutation,
  ImportStartMutationVariables,
  ImportsQuery,
  ImportsQueryVariables,
  SuppressionImportCreateMutation,
  SuppressionImportCreateMutationVariables,
} from './types.ts';

export const ImportsDocument = new TypedDocumentString(`
    query Imports($workspace: ID!, $after: String) {
  imports(workspace: $workspace, after: $after) {
    nodes {
      ...ImportFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment ImportFacts on Import {
  id
  kind
  state
  bytes
  bytesDone
  line
  rows
  created
  updated
  refused
  failure
  createdAt
}`) as unknown as TypedDocumentString<ImportsQuery, ImportsQueryVariables>;

export const ImportFaultsDocument = new TypedDocumentString(`
    query ImportFaults($workspace: ID!, $id: ID!, $after: String) {
  importFaults(workspace: $workspace, id: $id, after: $after) {
    nodes {
      line
      code
      errors
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<ImportFaultsQuery, ImportFaultsQueryVariables>;

export const ContactImportCreateDocument = new TypedDocumentString(`
    mutation ContactImportCreate($workspace: ID!, $skipUnknownColumns: Boolean!) {
  contactImportCreate(
    workspace: $workspace
    skipUnknownColumns: $skipUnknownColumns
  ) {
    import {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<ContactImportCreateMutation, ContactImportCreateMutationVariables>;

export const SuppressionImportCreateDocument = new TypedDocumentString(`
    mutation SuppressionImportCreate($workspace: ID!, $skipUnknownColumns: Boolean!) {
  suppressionImportCreate(
    workspace: $workspace
    skipUnknownColumns: $skipUnknownColumns
  ) {
    import {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<SuppressionImportCreateMutation, SuppressionImportCreateMutationVariables>;

export const ImportAppendDocument = new TypedDocumentString(`
    mutation ImportAppend($workspace: ID!, $id: ID!, $position: Int!, $content: String!) {
  importAppend(
    workspace: $workspace
    id: $id
    position: $position
    content: $content
  ) {
    import {
      id
      bytes
    }
  }
}
    `) as unknown as TypedDocumentString<ImportAppendMutation, ImportAppendMutationVariables>;

export const ImportStartDocument = new TypedDocumentString(`
    mutation ImportStart($workspace: ID!, $id: ID!) {
  importStart(workspace: $workspace, id: $id) {
    import {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<ImportStartMutation, ImportStartMutationVariables>;

export const ImportCancelDocument = new TypedDocumentString(`
    mutation ImportCancel($workspace: ID!, $id: ID!) {
  importCancel(workspace: $workspace, id: $id) {
    import {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<ImportCancelMutation, ImportCancelMutationVariables>;
