import { builder } from './builder.ts';

/** The API key of a save, by its name: a key of the platform reads no more of other keys. */
export const TemplateAuthor = builder
  .objectRef<{ readonly id: string; readonly name: string }>('TemplateAuthor')
  .implement({
    description: 'The API key that saved a version or a draft.',
    fields: (t) => ({
      apiKeyId: t.exposeID('id', { description: 'Id of the key, which may be revoked since.' }),
      name: t.exposeString('name', { description: 'Label that the operator gave to the key.' }),
    }),
  });

/** The columns of `savedBy`, for rows with that relation. */
export const selectAuthor = { savedBy: { select: { id: true, name: true } } } as const;

export const authorDescription = 'The key whose request saved it; null for an operator, and for old versions.';
