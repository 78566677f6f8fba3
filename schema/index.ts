/** The built schema: GraphQL is the core; REST runs its documents on it. */
import './address-holder.ts';
import './api-key.ts';
import './attribute-definition.ts';
import './brand.ts';
import './layout.ts';
import './audit-log.ts';
import './composition-blocks.ts';
import './composition-format.ts';
import './consent-change.ts';
import './contact-batch.ts';
import './contact.ts';
import './event-batch.ts';
import './event-type.ts';
import './event-type-example.ts';
import './explanation.ts';
import './event.ts';
import './events.ts';
import './export.ts';
import './figures.ts';
import './file.ts';
import './picture.ts';
import './health-facts.ts';
import './import.ts';
import './leaver.ts';
import './live.ts';
import './message-acts.ts';
import './message-wait.ts';
import './message-webhooks.ts';
import './merge-tag.ts';
import './message.ts';
import './message-reply.ts';
import './messages.ts';
import './node-field.ts';
import './metadata-keys.ts';
import './nodes-field.ts';
import './operations.ts';
import './sending-domain.ts';
import './person.ts';
import './platform.ts';
import './recent-attempts.ts';
import './refused-emit.ts';
import './refusing-domain.ts';
import './copies.ts';
import './relations.ts';
import './rendered-mail.ts';
import './suppression.ts';
import './suppression-acts.ts';
import './template-diff.ts';
import './template-draft.ts';
import './template-languages.ts';
import './template-payload.ts';
import './template-preview.ts';
import './template-test.ts';
import './template-trial.ts';
import './template.ts';
import './translation-file.ts';
import './topic.ts';
import './workspace-topic.ts';
import './webhook-acts.ts';
import './timeline.ts';
import './webhook-endpoint.ts';
import './webhook-secret.ts';
import './webhook.ts';
import './workspace-health.ts';
import './workspace.ts';
import './workspace-activity.ts';
import './workspaces.ts';
import './workspace-restore.ts';
import type { GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';

export const schema = builder.toSchema();

// State of the process: the schema is built once.
let twin: GraphQLSchema | undefined;

/** The twin for the documents of REST (schema/rest-types.ts), built when it is first wanted: that takes its time. */
export function restSchema(): GraphQLSchema {
  twin ??= builder.toSchema({ forRest: true, extensions: { forRest: true } });
  return twin;
}
