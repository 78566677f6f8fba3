/**
 * Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.
 */
import { TypedDocumentString } from './document.ts';
import type {
  AttributeCreateMutation,
  AttributeCreateMutationVariables,
  AttributeRenameMutation,
  AttributeRenameMutationVariables,
  AttributesQuery,
  AttributesQueryVariables,
  EventTypeDeleteMutation,
  EventTypeDeleteMutationVariables,
  EventTypeQuery,
  EventTypeQueryVariables,
  EventTypeSaveMutation,
  EventTypeSaveMutationVariables,
  EventTypesQuery,
  EventTypesQueryVariables,
} from './types.ts';

export const EventTypesDocument = new TypedDocumentString(`
    query EventTypes($search: String, $after: String) {
  eventTypes(search: $search, after: $after) {
    nodes {
      id
      name
      createdAt
      updatedAt
      fields {
        name
        required
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<EventTypesQuery, EventTypesQueryVariables>;

export const EventTypeDocument = new TypedDocumentString(`
    query EventType($name: String!) {
  eventType(name: $name) {
    id
    name
    createdAt
    updatedAt
    contentDays
    topic
    etag
    examples {
      name
      locale
      payload
      fits
    }
    mergeTags {
      path
      written
      required
      fallback
      forms {
        tag
        text
      }
    }
    fields {
      ...FieldFacts
      fields {
        ...FieldFacts
        fields {
          ...FieldFacts
        }
      }
    }
  }
}
    fragment FieldFacts on EventField {
  name
  type
  required
  fallback
  items {
    type
  }
}`) as unknown as TypedDocumentString<EventTypeQuery, EventTypeQueryVariables>;

export const EventTypeSaveDocument = new TypedDocumentString(`
    mutation EventTypeSave($name: String!, $input: EventTypeSaveInput!, $ifMatch: [String!]) {
  eventTypeSave(name: $name, input: $input, ifMatch: $ifMatch) {
    created
    eventType {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<EventTypeSaveMutation, EventTypeSaveMutationVariables>;

export const EventTypeDeleteDocument = new TypedDocumentString(`
    mutation EventTypeDelete($name: String!) {
  eventTypeDelete(name: $name) {
    deletedEventTypeName
  }
}
    `) as unknown as TypedDocumentString<EventTypeDeleteMutation, EventTypeDeleteMutationVariables>;

export const AttributesDocument = new TypedDocumentString(`
    query Attributes($after: String) {
  attributeDefinitions(after: $after) {
    nodes {
      key
      name
      type
      required
      createdAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<AttributesQuery, AttributesQueryVariables>;

export const AttributeCreateDocument = new TypedDocumentString(`
    mutation AttributeCreate($input: AttributeDefinitionCreateInput!) {
  attributeDefinitionCreate(input: $input) {
    attributeDefinition {
      key
    }
  }
}
    `) as unknown as TypedDocumentString<AttributeCreateMutation, AttributeCreateMutationVariables>;

export const AttributeRenameDocument = new TypedDocumentString(`
    mutation AttributeRename($key: String!, $input: AttributeDefinitionUpdateInput!) {
  attributeDefinitionUpdate(key: $key, input: $input) {
    attributeDefinition {
      key
    }
  }
}
    `) as unknown as TypedDocumentString<AttributeRenameMutation, AttributeRenameMutationVariables>;
