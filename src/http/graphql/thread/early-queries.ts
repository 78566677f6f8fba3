/**
 * Lists that are executed in the process since the thread of dear queries is not ready yet
 * (docs/rules.md#early-lists): its start takes a second, in which a reader would see nothing.
 */
import { type DocumentNode, type GraphQLSchema, getNamedType, Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql';

/** What lists of one platform, and of all, may cost until the thread is ready: a page over all workspaces, and a few. */
const costOfPlatform = 1_600;
const costOfAll = 4 * costOfPlatform;

export interface EarlyQueries {
  /** Whether a platform may have a list of this cost executed in the process; it is counted then. */
  take(platform: string, cost: number): boolean;
  /** From now on a platform may have as much as at first: the thread is ready. */
  renew(): void;
}

export function createEarlyQueries(): EarlyQueries {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(platform, cost) {
      const own = (taken.get(platform) ?? 0) + cost;
      if (own > costOfPlatform || all + cost > costOfAll) return false;
      taken.set(platform, own);
      all += cost;
      return true;
    },
    renew() {
      taken.clear();
      all = 0;
    },
  };
}

const known = new WeakMap<DocumentNode, boolean>();

/** Whether the document asks for lists and columns of their rows alone. Documents are parsed once and kept. */
export function isOfPlainLists(schema: GraphQLSchema, document: DocumentNode): boolean {
  const found = known.get(document) ?? hasPlainFields(schema, document);
  known.set(document, found);
  return found;
}

/** Whether no field but its lists has a cost of its own, such as a field that compiles a template. */
function hasPlainFields(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema);
  let isPlain = true;
  visit(
    document,
    visitWithTypeInfo(types, {
      [Kind.FIELD]() {
        const isOfRoot = types.getParentType() === schema.getQueryType();
        isPlain &&= isOfRoot ? isList(types) : ownCost(types.getFieldDef()?.extensions) <= 1;
      },
    }),
  );
  return isPlain;
}

const isList = (types: TypeInfo) => /Connection$/.test(String(getNamedType(types.getType())));

/** What the schema says that the field costs (schema/field-cost.ts); 1 where it says nothing. */
function ownCost(extensions: { readonly pothosOptions?: unknown } = {}): number {
  const { complexity = 1 } = Object(extensions.pothosOptions) as { readonly complexity?: unknown };
  if (typeof complexity === 'number') return complexity;
  // One that depends on arguments is that of a list or of work.
  return typeof complexity === 'object' ? Number(Object(complexity).field) : Number.POSITIVE_INFINITY;
}
