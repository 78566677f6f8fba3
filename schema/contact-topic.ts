/** What was decided of single topics, as a contact shows it and as it is sent with one. */
import type { ContactTopics, TopicDecision, TopicSource } from '../src/topics/contact-topics.ts';
import { builder } from './builder.ts';

const TopicState = builder.enumType('TopicState', {
  description: 'Choices of a person about one kind of marketing mail.',
  values: {
    subscribed: { description: 'The topic follows the marketing state again.' },
    unsubscribed: { description: 'The person gets no mail of the topic, whatever the marketing state.' },
  } satisfies Readonly<Record<TopicDecision['state'], object>>,
});

const TopicSourceEnum = builder.enumType('TopicSource', {
  description: 'Who decided about a topic: the caller, or the person through one of three ways.',
  values: {
    api: { description: 'The caller, through the API.' },
    link: { description: 'The person, on the page of an unsubscribe link.' },
    mail_app: { description: 'The person, with the unsubscribe button of a mail app.' },
    undo: { description: 'The person, who undid an opt-out within 10 minutes.' },
  } satisfies Readonly<Record<TopicSource, object>>,
});

interface ShownTopic extends TopicDecision {
  readonly key: string;
}

const ContactTopic = builder.objectRef<ShownTopic>('ContactTopic').implement({
  description: 'The latest decision about one topic. A topic without one follows the marketing state.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Key of the topic, such as newsletter.' }),
    state: t.expose('state', { type: TopicState, description: 'Whether the person left the topic.' }),
    at: t.field({
      type: 'DateTime',
      description: "Time of the person's decision.",
      resolve: ({ at }) => new Date(at),
    }),
    source: t.expose('source', { type: TopicSourceEnum, description: 'Origin of the decision, such as link.' }),
  }),
});

export const ContactTopicInput = builder.inputType('ContactTopicInput', {
  description: 'A decision of the person about one topic that the caller knows.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'One of the keys in `topics`, such as newsletter.' }),
    state: t.field({ type: TopicState, required: true, description: 'The decision of the person.' }),
    at: t.field({
      type: 'DateTime',
      required: true,
      description:
        'Time of the decision, not in the future. A `subscribed` that is not later than the latest opt-out of the topic is rejected with consent_older_than_opt_out.',
    }),
  }),
});

builder.prismaObjectField('Contact', 'topics', (t) =>
  t.field({
    type: [ContactTopic],
    nullable: true,
    description:
      'Latest choices about single topics, sorted by key; null: none was made. Every other topic follows the marketing state, and none goes out once the contact has left marketing.',
    select: { topics: true },
    resolve: ({ topics }) => topicsOf(topics as unknown as ContactTopics | null),
  }),
);

function topicsOf(topics: ContactTopics | null): ShownTopic[] | null {
  const shown = Object.entries(topics ?? {}).map(([key, decision]) => ({ key, ...decision }));
  return shown.length === 0 ? null : shown.sort((a, b) => (a.key < b.key ? -1 : 1));
}
