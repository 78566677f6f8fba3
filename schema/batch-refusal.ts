/** Why an item of a batch was rejected: the fields that results of every batch have. */
import type { ObjectFieldBuilder } from '@pothos/core';
import type { DomainError } from '../src/ground/errors/errors.ts';
import type { builder } from './builder.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

type BatchItem = { readonly result: 'refused'; readonly refusal: DomainError } | { readonly result: string };

export function refusalOf(item: BatchItem): DomainError | null {
  return 'refusal' in item ? item.refusal : null;
}

/** `example`: an error code that such an item may have. */
export function refusalFields<Item extends BatchItem>(t: ObjectFieldBuilder<Types, Item>, example: string) {
  return {
    code: t.string({
      nullable: true,
      description: `Error code of a rejected item, such as ${example}; null otherwise.`,
      resolve: (item) => refusalOf(item)?.code ?? null,
    }),
    message: t.string({
      nullable: true,
      description: 'Explanation of a rejected item in English; the wording may change.',
      resolve: (item) => refusalOf(item)?.message ?? null,
    }),
    errors: t.field({
      type: 'JSONObject',
      nullable: true,
      description: 'Messages by the path of each invalid field; only with validation_failed.',
      resolve: (item) => refusalOf(item)?.details.errors ?? null,
    }),
    docUrl: t.string({
      nullable: true,
      description: 'URL of the documentation of `code`.',
      resolve: (item, _args, { app }) => {
        const refusal = refusalOf(item);
        return refusal ? `${app.publicUrl}/docs/errors#${refusal.code}` : null;
      },
    }),
  };
}
