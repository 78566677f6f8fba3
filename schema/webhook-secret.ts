/** Signing secrets, with which receivers verify webhooks. */
import type { Ctx } from '../src/context.ts';
import { createSecret, type SigningSecret as NewSecret } from '../src/webhooks/secrets/create-secret.ts';
import { deleteSecret } from '../src/webhooks/secrets/delete-secret.ts';
import { listSecrets } from '../src/webhooks/secrets/list-secrets.ts';
import { builder, tenant } from './builder.ts';
import { Node } from './node.ts';
import { shownSecret } from './shown-secret.ts';

export const WebhookSecret = builder.prismaObject('WebhookSecret', {
  description: 'A live signing secret. Every webhook is signed with each live secret.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Assigned by the service, a ULID; shown in the signature header.' }),
    secret: t.string({
      nullable: true,
      description:
        'Key of the signatures, `whsec_` and base64, in the response that creates the secret; null in any other.',
      resolve: shownSecret,
    }),
    lastFour: t.exposeString('lastFour', { description: 'Last four characters, to tell several secrets apart.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time from which webhooks are signed with this secret.',
    }),
  }),
});

/** A new secret as the row of a secret, with the secret itself. */
export function createdSecret({ platformId }: Ctx, secret: NewSecret) {
  return { ...secret, platformId, secretSealed: new Uint8Array() };
}

builder.queryField('webhookSecrets', (t) =>
  t.prismaField({
    type: ['WebhookSecret'],
    description: 'The live signing secrets, oldest first; at most three.',
    resolve: (query, _root, _args, viewer) => listSecrets(tenant(viewer), query),
  }),
);

const WebhookSecretCreatePayload = builder
  .objectRef<{ readonly webhookSecret: ReturnType<typeof createdSecret> }>('WebhookSecretCreatePayload')
  .implement({
    description: 'The new signing secret.',
    fields: (t) => ({
      webhookSecret: t.expose('webhookSecret', {
        type: WebhookSecret,
        description: 'The new secret. Only this response holds it in full.',
      }),
    }),
  });

const WebhookSecretDeletePayload = builder.objectRef<{ readonly id: string }>('WebhookSecretDeletePayload').implement({
  description: 'The revoked signing secret, of which only the id remains.',
  fields: (t) => ({
    deletedWebhookSecretId: t.exposeID('id', { description: 'Id of the revoked secret, which signs nothing more.' }),
  }),
});

builder.mutationFields((t) => ({
  webhookSecretCreate: t.field({
    type: WebhookSecretCreatePayload,
    description: 'Creates a signing secret; a platform has at most 3. Errors: secret_ceiling_reached.',
    resolve: async (_root, _args, viewer) => {
      const ctx = tenant(viewer);
      return { webhookSecret: createdSecret(ctx, await createSecret(ctx)) };
    },
  }),
  webhookSecretDelete: t.field({
    type: WebhookSecretDeletePayload,
    description: 'Revokes a signing secret. Errors: last_secret_in_use, for the last secret while an endpoint exists.',
    args: { id: t.arg.id({ required: true, description: 'Id of a live secret; not_found once revoked.' }) },
    resolve: async (_root, { id }, viewer) => {
      await deleteSecret(tenant(viewer), id);
      return { id };
    },
  }),
}));
