/**
 * What a document may look like, whoever runs it. Aliases, directives and tokens are counted by GraphQL Armor; numbers
 * and strings in it have to be what JSON in a body has to be.
 */
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDirectivesPlugin } from '@escape.tech/graphql-armor-max-directives';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import { type DocumentNode, GraphQLError, Kind, type ValidationContext, validate, visit } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { isStorable } from '../../input.ts';
import { graphqlLimits } from './graphql-limits.ts';

/** Digits of an integer in a document: beyond the 17 that a double can need, few enough to be read at once. */
const digitsMax = 40;

/** Of `__schema` and `__type` in a document; one __schema takes some ten milliseconds. */
const introspectionsMax = 5;

/** `hideSuggestions`: suggestions spell out the schema to a caller that guesses names. */
export function limitDocument(hideSuggestions: boolean): readonly Plugin[] {
  const { tokens, aliases, directives, selections } = graphqlLimits;
  return [
    maxTokensPlugin({ n: tokens }),
    maxAliasesPlugin({ n: aliases, allowList: [] }),
    maxDirectivesPlugin({ n: directives }),
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
      // Nothing below has selections.
      return node.kind === Kind.ARGUMENT || node.kind === Kind.DIRECTIVE ? false : undefined;
    },
  });
  return count;
}

/** Literals are held to what variables are (src/http/read-json.ts): kept as they were sent, or rejected. */
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

/** What a document reads of the schema is read at once and costs no rows, so it is counted by itself. */
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
