/**
 * Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.
 */
import { TypedDocumentString } from './document.ts';
import type {
  TopicCreateMutation,
  TopicCreateMutationVariables,
  TopicDeleteMutation,
  TopicDeleteMutationVariables,
  TopicUpdateMutation,
  TopicUpdateMutationVariables,
  TopicsQuery,
  TopicsQueryVariables,
} from './types.ts';

export const TopicsDocument = new TypedDocumentString(`
    query Topics($after: String) {
  topics(after: $after) {
    nodes {
      key
      name
      description
      createdAt
      translations {
        locale
        name
        description
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<TopicsQuery, TopicsQueryVariables>;

export const TopicCreateDocument = new TypedDocumentString(`
    mutation TopicCreate($input: TopicCreateInput!) {
  topicCreate(input: $input) {
    topic {
      key
    }
  }
}
    `) as unknown as TypedDocumentString<TopicCreateMutation, TopicCreateMutationVariables>;

export const TopicUpdateDocument = new TypedDocumentString(`
    mutation TopicUpdate($key: String!, $input: TopicUpdateInput!) {
  topicUpdate(key: $key, input: $input) {
    topic {
      key
    }
  }
}
    `) as unknown as TypedDocumentString<TopicUpdateMutation, TopicUpdateMutationVariables>;

export const TopicDeleteDocument = new TypedDocumentString(`
    mutation TopicDelete($key: String!) {
  topicDelete(key: $key) {
    deletedTopicKey
  }
}
    `) as unknown as TypedDocumentString<TopicDeleteMutation, TopicDeleteMutationVariables>;
