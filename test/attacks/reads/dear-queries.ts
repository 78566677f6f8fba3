/** Two documents for each field of Query: the dearest that runs as a cheap query, and the dearest that is taken at all. */
import { type GraphQLField, getNamedType, isLeafType } from 'graphql';
import { schema } from '../../../schema/index.ts';
import { graphqlLimits } from '../../../src/http/graphql/limits/graphql-limits.ts';
import { cheapCost } from '../../../src/http/graphql/thread/runs-on-thread.ts';
import { rootArguments } from '../../support/root-arguments.ts';
import { type Dear, dearSelection, measure } from './dear-selection.ts';
import { worstShapes } from './worst-events.ts';
import type { WorstRows } from './worst-rows.ts';

export interface DearQuery extends Dear {
  readonly name: string;
  readonly kind: (typeof kinds)[number];
  readonly byOperator: boolean;
  readonly variables: Readonly<Record<string, unknown>>;
  /** With the document once, twice and so on by aliases, as often as the limits allow. */
  readonly repeated: readonly Dear[];
}

/** Fields for the operator of the deployment. */
export const operators: readonly string[] = ['operations', 'platforms'];

/** Fields from which figures are reached in each of their ways; below the others they would hide all else. */
const withFigures: readonly string[] = ['figures', 'workspaces', 'currentKey', 'eventType', 'templateVersions'];

/** A draft whose trial renders each payload in many texts. */
export const worstDraft = (texts = 400) => ({
  subject: 'x',
  fromLocalPart: 'x',
  locale: 'en',
  acceptOutdated: true,
  composition: {
    editorVersion: 3,
    target: 'email',
    document: {
      blocks: Array.from({ length: texts }, (_, n) => ({ id: `b${n}`, type: 'text', attrs: { text: `${n} x` } })),
    },
  },
});

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** Where the arguments of a whole platform are not the dearest. */
const dearer: Readonly<Record<string, (rows: WorstRows, page: number) => string>> = {
  addressExplain: ({ things }) => `workspace: "${things.workspace}", eventType: "worst.boxes", email: "a@example.com"`,
  attributeDefinitions: (_, page) => `first: ${page}`,
  events: ({ things }, page) => `workspace: "${things.workspace}", first: ${page}`,
  messages: ({ things }, page) => `workspace: "${things.workspace}", first: ${page}`,
  eventType: () => 'name: "worst.big"',
  figures: () => `from: "${day(398)}", to: "${day(0)}", groupBy: [day, event_type, template_version, provider]`,
  node: ({ dearIds }) => `id: "${dearIds[0]}"`,
  nodes: ({ dearIds }, page) => `ids: ${JSON.stringify(dearIds.slice(0, page <= 10 ? 3 : 50))}`,
  person: () => 'email: "worst-0@example.com"',
  template: () => 'eventType: "worst.big"',
  templateCheck: () => 'eventType: "worst.boxes", draft: $draft',
  templateDiff: () => 'eventType: "worst.big", from: 1, to: 2',
  templateDrafts: (_, page) => `eventType: "worst.big", first: ${page}`,
  templatePayloads: () => 'eventType: "worst.boxes", first: 20',
  templatePreview: () => 'eventType: "worst.boxes", input: { draft: $draft, payload: $payload }',
  templateVersion: () => 'eventType: "worst.big", version: 2',
  templateVersionCheck: () => 'eventType: "worst.boxes"',
  templateVersions: (_, page) => `eventType: "worst.big", first: ${page}`,
};

/** `own`: below the border, of the field's own rows alone; `cheap`: below the border, of whatever it leads to. */
export const kinds = ['own', 'cheap', 'dear'] as const;
/** Pages below the border have ten rows, for which they pay anyway. */
const reaches = {
  own: { page: 10, levels: 2 },
  cheap: { page: 10, levels: 6 },
  dear: { page: 50, levels: 6 },
} as const;
const aliasesMax = graphqlLimits.aliases;

export function dearQueries(rows: WorstRows): readonly DearQuery[] {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  return fields.flatMap((field) =>
    kinds.flatMap((kind) => {
      const { name } = field;
      const reach = { ...reaches[kind], figures: withFigures.includes(name) };
      const call = rootCall(field, rows, reach.page);
      const costMax = kind === 'dear' ? graphqlLimits.cost : cheapCost;
      const variables = variablesOf(call);
      const best = isLeafType(getNamedType(field.type))
        ? { document: call, cost: measure(withVariables(call, variables), variables) }
        : dearSelection(call, costMax, reach);
      if (best === null || (kind === 'dear' && best.cost <= cheapCost && name !== 'compositionFormat')) return [];
      return [
        {
          ...best,
          name,
          kind,
          byOperator: operators.includes(name),
          variables,
          repeated: repeat(best, costMax, variables),
        },
      ];
    }),
  );
}

/** A field of Query with the dearest of its usual arguments, and pages of so many rows. */
export function rootCall({ name, args }: GraphQLField<unknown, unknown>, rows: WorstRows, page: number): string {
  const known = rootArguments[`Query.${name}`];
  if (!known) throw new Error(`test/support/root-arguments.ts lacks Query.${name}`);
  const given = dearer[name]?.(rows, page) ?? known(rows.things);
  const isPage = args.some((arg) => arg.name === 'first') && !given.includes('first:');
  const written = [given, isPage ? `first: ${page}` : ''].filter((part) => part !== '').join(', ');
  return written === '' ? name : `${name}(${written})`;
}

type Variables = Readonly<Record<string, unknown>>;

/** Values of the variables that such calls name. */
export function variablesOf(written: string): Variables {
  return {
    ...(written.includes('$draft') && { draft: worstDraft() }),
    ...(written.includes('$payload') && { payload: worstShapes.boxes?.payload }),
  };
}

/** A document of fields of Query, with the types of its variables. */
export function withVariables(fields: string, variables: Variables): string {
  const types = Object.keys(variables).map((name) =>
    name === 'draft' ? '$draft: TemplateSaveInput!' : '$payload: JSONObject!',
  );
  return types.length > 0 ? `query (${types.join(', ')}) { ${fields} }` : `{ ${fields} }`;
}

/** The same field 1, 2, 4 and so on times, and as often as the cost allows. */
function repeat({ document, cost }: Dear, costMax: number, variables: Variables): readonly Dear[] {
  const most = Math.max(1, Math.min(aliasesMax, Math.floor(costMax / cost)));
  const counts = [most, ...[16, 8, 4, 2, 1].filter((count) => count < most)];
  // Last, as often as fits by all other limits: an alias is one more token and name.
  const once = { document: withVariables(document, variables), cost };
  const several = counts.flatMap((count) => {
    const fields = Array.from({ length: count }, (_, n) => `a${n}: ${document}`).join(' ');
    const whole = withVariables(fields, variables);
    const all = measure(whole, variables);
    return all <= costMax ? [{ document: whole, cost: all }] : [];
  });
  return [...several, once];
}
