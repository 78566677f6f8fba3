import type { PrismaClient } from '../../prisma/generated/client.ts';
import { readOnOwnBudget } from '../ground/lists/read-budget.ts';

/** The reads that Prisma joins. */
const joined: ReadonlySet<PropertyKey> = new Set(['findUnique', 'findUniqueOrThrow']);

type Read = (args: unknown) => Promise<unknown>;

/**
 * The client for work with budgets: none of its reads fails because of another's (docs/rules.md#bytes-of-reads).
 * Prisma's own way to wrap reads, an extension, walks each result once more.
 */
export function readOnOwnBudgets(client: PrismaClient): PrismaClient {
  const wrapped = new Map<PropertyKey, object>();
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value === 'function') return value.bind(target);
      if (typeof value !== 'object' || value === null || !('findUnique' in value)) return value;
      const known = wrapped.get(name) ?? wrapModel(value);
      wrapped.set(name, known);
      return known;
    },
  });
}

function wrapModel(model: object): object {
  return new Proxy(model, {
    get(target, action) {
      const value: unknown = Reflect.get(target, action);
      if (!joined.has(action)) return value;
      return (args: unknown) => readOnOwnBudget(() => (value as Read).call(target, args));
    },
  });
}
