/** Signing secrets, with which receivers verify webhooks. */
import { createSecret, type SigningSecret as NewSecret } from '../src/webhooks/create-secret.ts';
import { deleteSecret } from '../src/webhooks/delete-secret.ts';
import { listSecrets } from '../src/webhooks/list-secrets.ts';
import { builder, tenant } from './builder.ts';

export const SigningSecret = builder.objectRef<NewSecret>('SigningSecret').implement({
  description: 'A new signing secret. Only this response holds the secret.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Assigned by the service, a ULID; shown in the signature header.' }),
    secret: t.exposeString('secret', {
      description: 'Key of the signatures: `whsec_` and base64. No later request shows it.',
    }),
    lastFour: t.exposeString('lastFour', { description: 'Last four characters, to tell several secrets apart.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time from which webhooks are signed with this secret.',
    }),
  }),
});

builder.prismaObject('WebhookSecret', {
  description: 'A live signing secret. Every webhook is signed with each live secret.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Assigned by the service, a ULID; shown in the signature header.' }),
    lastFour: t.exposeString('lastFour', { description: 'Last four characters, to tell several secrets apart.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time from which webhooks are signed with this secret.',
    }),
  }),
});

builder.queryField('webhookSecrets', (t) =>
  t.prismaField({
    type: ['WebhookSecret'],
    description: 'The live signing secrets, oldest first; at most three.',
    resolve: (query, _root, _args, viewer) => listSecrets(tenant(viewer), query),
  }),
);

const WebhookSecretCreatePayload = builder
  .objectRef<{ readonly signingSecret: NewSecret }>('WebhookSecretCreatePayload')
  .implement({
    description: 'The new signing secret.',
    fields: (t) => ({
      signingSecret: t.expose('signingSecret', {
        type: SigningSecret,
        description: 'The new secret. Only this response holds it in full.',
      }),
    }),
  });

const WebhookSecretDeletePayload = builder.objectRef<{ readonly id: string }>('WebhookSecretDeletePayload').implement({
  description: 'The revoked signing secret, of which only the id remains.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'Id of the revoked secret, which signs nothing more.' }) }),
});

builder.mutationFields((t) => ({
  webhookSecretCreate: t.field({
    type: WebhookSecretCreatePayload,
    description: 'Creates a signing secret; a platform has at most 3. Errors: secret_ceiling_reached.',
    resolve: async (_root, _args, viewer) => ({ signingSecret: await createSecret(tenant(viewer)) }),
  }),
  webhookSecretDelete: t.field({
    type: WebhookSecretDeletePayload,
    description: 'Revokes a signing secret. Errors: last_secret_in_use, for the last secret while an endpoint exists.',
    args: { id: t.arg.string({ required: true, description: 'Id of a live secret; not_found once revoked.' }) },
    resolve: async (_root, { id }, viewer) => {
      await deleteSecret(tenant(viewer), id);
      return { id };
    },
  }),
}));
