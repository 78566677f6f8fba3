/** Topics: kinds of marketing mail that contacts can leave alone. */
import { attributeKeyPattern } from '../src/ground/input/attribute-key.ts';
import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { createTopic } from '../src/topics/create-topic.ts';
import { deleteTopic } from '../src/topics/delete-topic.ts';
import { findTopic } from '../src/topics/find-topic.ts';
import { countTopics, listTopics } from '../src/topics/list-topics.ts';
import type { TopicTranslation } from '../src/topics/topic-input.ts';
import { updateTopic } from '../src/topics/update-topic.ts';
import { builder, tenant } from './builder.ts';
import { keysetConnection, nodeQuery, type RowQuery } from './connection.ts';
import { fromArg, untilArg } from './time-range.ts';

const byKey = { keyOf: ({ key }: { readonly key: string }) => key, pattern: attributeKeyPattern };

export const topicDescriptions = {
  key: '1 to 64 lower-case letters, digits or "_"; unique on the platform. Never changes.',
  name: 'Heading of the unsubscribe page, such as Newsletter; at most 128 characters.',
  description: 'A sentence below the name on the unsubscribe page; at most 500 characters.',
  translations: 'Name and description in further languages, at most 50; the page takes that of its reader.',
  locale: 'Language tag, such as pt-BR; no other translation has it.',
};

export const TopicTranslationRef = builder.objectRef<TopicTranslation>('TopicTranslation').implement({
  description: 'The words of a topic in a further language.',
  fields: (t) => ({
    locale: t.exposeString('locale', { description: topicDescriptions.locale }),
    name: t.exposeString('name', { description: topicDescriptions.name }),
    description: t.exposeString('description', { nullable: true, description: topicDescriptions.description }),
  }),
});

const Topic = builder.prismaObject('Topic', {
  description: 'A kind of marketing mail, such as a newsletter, which contacts can leave without leaving the others.',
  fields: (t) => ({
    key: t.exposeString('key', { description: topicDescriptions.key }),
    name: t.exposeString('name', { description: topicDescriptions.name }),
    description: t.exposeString('description', { nullable: true, description: topicDescriptions.description }),
    translations: t.field({
      type: [TopicTranslationRef],
      description: topicDescriptions.translations,
      select: { translations: true },
      // Only the writes of topics fill the column, in this shape.
      resolve: ({ translations }) => (translations ?? []) as unknown as TopicTranslation[],
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time at which the platform defined the topic.',
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change of its words.' }),
  }),
});

builder.queryFields((t) => ({
  topics: t.connection(
    {
      type: Topic,
      description: 'The topics of the platform, by key.',
      args: { from: t.arg(fromArg), until: t.arg(untilArg) },
      resolve: (_root, { from, until, ...args }, viewer, info) => {
        const times = { from, until };
        const read = (window: PageWindow, query: RowQuery) => listTopics(tenant(viewer), times, window, query);
        const count = (limit: number) => countTopics(tenant(viewer), times, limit);
        return keysetConnection(args, { query: nodeQuery(viewer, info), read, count }, byKey);
      },
    },
    { name: 'TopicConnection' },
    { name: 'TopicEdge' },
  ),
  topic: t.prismaField({
    type: 'Topic',
    description: 'Reads a topic; not_found when the platform has none of this key.',
    args: { key: t.arg.string({ required: true, description: topicDescriptions.key }) },
    resolve: (query, _root, { key }, viewer) => findTopic(tenant(viewer), key, query),
  }),
}));

export const TopicTranslationInput = builder.inputType('TopicTranslationInput', {
  description: 'The words of a topic in a further language.',
  fields: (t) => ({
    locale: t.string({ required: true, description: topicDescriptions.locale }),
    name: t.string({ required: true, description: topicDescriptions.name }),
    description: t.string({ description: topicDescriptions.description }),
  }),
});

const TopicCreateInput = builder.inputType('TopicCreateInput', {
  description: 'Defines a topic for the mail of every workspace.',
  fields: (t) => ({
    key: t.string({ required: true, description: topicDescriptions.key }),
    name: t.string({ required: true, description: topicDescriptions.name }),
    description: t.string({ description: topicDescriptions.description }),
    translations: t.field({ type: [TopicTranslationInput], description: topicDescriptions.translations }),
  }),
});

const TopicUpdateInput = builder.inputType('TopicUpdateInput', {
  description: 'Words to change; what is omitted stays.',
  fields: (t) => ({
    name: t.string({ description: topicDescriptions.name }),
    description: t.string({ description: `${topicDescriptions.description} Null removes it.` }),
    translations: t.field({
      type: [TopicTranslationInput],
      description: 'All translations, at most 50; they replace those there are, and null removes all.',
    }),
  }),
});

const TopicPayload = builder.objectRef<{ readonly key: string }>('TopicPayload').implement({
  description: 'Result of topicCreate and topicUpdate.',
  fields: (t) => ({
    topic: t.prismaField({
      type: 'Topic',
      description: 'The topic after the write.',
      resolve: (query, { key }, _args, viewer) => findTopic(tenant(viewer), key, query),
    }),
  }),
});

const TopicDeletePayload = builder.objectRef<{ readonly key: string }>('TopicDeletePayload').implement({
  description: 'The deleted topic, of which only the key remains.',
  fields: (t) => ({
    deletedTopicKey: t.exposeString('key', { description: 'The deleted key; later reads of it are not_found.' }),
  }),
});

builder.mutationFields((t) => ({
  topicCreate: t.field({
    type: TopicPayload,
    description: 'Defines a topic; a platform has at most 50. Errors: topic_taken.',
    args: { input: t.arg({ type: TopicCreateInput, required: true, description: 'Key and words of the topic.' }) },
    resolve: async (_root, { input }, viewer) => ({ key: await createTopic(tenant(viewer), input) }),
  }),
  topicUpdate: t.field({
    type: TopicPayload,
    description: 'Changes the words of a topic. The key never changes.',
    args: {
      key: t.arg.string({ required: true, description: 'Key of an existing topic; not_found otherwise.' }),
      input: t.arg({ type: TopicUpdateInput, required: true, description: 'The words to change.' }),
    },
    resolve: async (_root, { key, input }, viewer) => ({ key: await updateTopic(tenant(viewer), key, input) }),
  }),
  topicDelete: t.field({
    type: TopicDeletePayload,
    description:
      'Deletes a topic. Who left it stays away from a later topic of the same key. Errors: topic_in_use, while an event type names it.',
    args: { key: t.arg.string({ required: true, description: 'Key of an existing topic; not_found otherwise.' }) },
    resolve: async (_root, { key }, viewer) => {
      await deleteTopic(tenant(viewer), key);
      return { key };
    },
  }),
}));
