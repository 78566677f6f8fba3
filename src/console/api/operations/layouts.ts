/**
 * Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.
 */
import { TypedDocumentString } from './document.ts';
import type {
  LayoutNamesQuery,
  LayoutNamesQueryVariables,
  LayoutOfBeforeQuery,
  LayoutOfBeforeQueryVariables,
  LayoutRemoveMutation,
  LayoutRemoveMutationVariables,
  LayoutStoreMutation,
  LayoutStoreMutationVariables,
  LayoutToEditQuery,
  LayoutToEditQueryVariables,
  LayoutsQuery,
  LayoutsQueryVariables,
  PreviewOfLayoutQuery,
  PreviewOfLayoutQueryVariables,
} from './types.ts';

export const LayoutsDocument = new TypedDocumentString(`
    query Layouts($after: String) {
  layouts(after: $after) {
    nodes {
      name
      version
      uses
      updatedAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<LayoutsQuery, LayoutsQueryVariables>;

export const LayoutNamesDocument = new TypedDocumentString(`
    query LayoutNames {
  layouts(first: 20) {
    nodes {
      name
    }
  }
}
    `) as unknown as TypedDocumentString<LayoutNamesQuery, LayoutNamesQueryVariables>;

export const LayoutToEditDocument = new TypedDocumentString(`
    query LayoutToEdit($name: String!) {
  layout(name: $name) {
    ...LayoutContent
  }
}
    fragment LayoutContent on Layout {
  name
  version
  locale
  header
  footer
  translations
  usedBy
}`) as unknown as TypedDocumentString<LayoutToEditQuery, LayoutToEditQueryVariables>;

export const LayoutOfBeforeDocument = new TypedDocumentString(`
    query LayoutOfBefore($name: String!, $version: Int!) {
  layout(name: $name, version: $version) {
    ...LayoutContent
  }
}
    fragment LayoutContent on Layout {
  name
  version
  locale
  header
  footer
  translations
  usedBy
}`) as unknown as TypedDocumentString<LayoutOfBeforeQuery, LayoutOfBeforeQueryVariables>;

export const PreviewOfLayoutDocument = new TypedDocumentString(`
    query PreviewOfLayout($name: String!, $input: LayoutSaveInput!, $eventType: String) {
  layoutPreview(name: $name, input: $input, eventType: $eventType) {
    uses
    changes {
      eventType
      differs
      breaks
    }
    mail {
      subject
      html
    }
  }
}
    `) as unknown as TypedDocumentString<PreviewOfLayoutQuery, PreviewOfLayoutQueryVariables>;

export const LayoutStoreDocument = new TypedDocumentString(`
    mutation LayoutStore($name: String!, $input: LayoutSaveInput!) {
  layoutSave(name: $name, input: $input) {
    layout {
      ...LayoutContent
    }
  }
}
    fragment LayoutContent on Layout {
  name
  version
  locale
  header
  footer
  translations
  usedBy
}`) as unknown as TypedDocumentString<LayoutStoreMutation, LayoutStoreMutationVariables>;

export const LayoutRemoveDocument = new TypedDocumentString(`
    mutation LayoutRemove($name: String!) {
  layoutDelete(name: $name) {
    deletedLayoutName
  }
}
    `) as unknown as TypedDocumentString<LayoutRemoveMutation, LayoutRemoveMutationVariables>;
