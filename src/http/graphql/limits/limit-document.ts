/**
 * Limits of a document, whatever its operation. Numbers and strings in a document are held to the rules of JSON in a
 * body.
 */
import { type DocumentNode, GraphQLError, Kind, type ValidationContext, validate, visit } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { isStorable } from '../../../ground/input/composed-text.ts';
import { limitCount, limitTokens } from './count-limits.ts';
import { graphqlLimits } from './graphql-limits.ts';

/** Digits of an integer in a document: more than the 17 that a double can need, few enough to be read at once. */
const digitsMax = 40;

/**
 * Occurrences of `__schema` and `__type` in a document; the whole of `__schema` takes some thirty milliseconds
 * (docs/rules.md#graphql-introspection).
 */
const introspectionsMax = 2;

/** `hideSuggestions`: suggestions reveal the schema to a caller that guesses names. */
export function limitDocument(hideSuggestions: boolean): readonly Plugin[] {
  const { tokens, aliases, directives, selections } = graphqlLimits;
  return [
    limitTokens(tokens),
    limitCount({ what: 'Aliases', most: aliases, on: (node) => ('alias' in node && node.alias ? 1 : 0) }),
    limitCount({ what: 'Directives', most: directives, on: (node) => node.directives?.length ?? 0 }),
    {
      onValidate({ addValidationRule, setValidationFn }) {
        addValidationRule(keepableLiterals);
        addValidationRule(fewIntrospections);
        setValidationFn((schema, document, rules) => {
          const found = countSelections(document);
          // Counted first: the rule that compares fields in pairs takes 200 ms for the most that 2,000 tokens can hold.
          if (found > selections) {
            return [new GraphQLError(`Selections limit of ${selections} exceeded, found ${found}.`)];
          }
          return validate(schema, document, rules, { hideSuggestions });
        });
      },
    },
  ];
}

function countSelections(document: DocumentNode): number {
  let count = 0;
  visit(document, {
    enter(node) {
      if (node.kind === Kind.SELECTION_SET) count += node.selections.length;
      // Arguments and directives have no selections.
      return node.kind === Kind.ARGUMENT || node.kind === Kind.DIRECTIVE ? false : undefined;
    },
  });
  return count;
}

/** Holds literals to the rule for variables (src/http/json/read-json.ts): kept as sent, or rejected. */
function keepableLiterals(context: ValidationContext) {
  return {
    StringValue(node: { readonly value: string }) {
      if (!isStorable(node.value)) context.reportError(new GraphQLError('A string must not hold U+0000.'));
    },
    IntValue({ value }: { readonly value: string }) {
      if (value.length > digitsMax || BigInt(value) !== BigInt(Number(value))) context.reportError(lostDigits());
    },
    FloatValue({ value }: { readonly value: string }) {
      if (!Number.isFinite(Number(value))) context.reportError(lostDigits());
    },
  };
}

/** Introspection runs synchronously and costs no rows, so it has a limit of its own. */
function fewIntrospections(context: ValidationContext) {
  let found = 0;
  return {
    Field({ name: { value } }: { readonly name: { readonly value: string } }) {
      if (value !== '__schema' && value !== '__type') return;
      found += 1;
      if (found !== introspectionsMax + 1) return;
      context.reportError(new GraphQLError(`A document may have at most ${introspectionsMax} of __schema and __type.`));
    },
  };
}

function lostDigits(): GraphQLError {
  return new GraphQLError('A number cannot be kept exactly; send it as a string.');
}
