/** What the document of an operation needs of its sender, as the plugins of the schema note at its fields. */
import { type DocumentNode, type GraphQLSchema, TypeInfo, visit, visitWithTypeInfo } from 'graphql';

/** Returns each need of a field in the document once: an operation is refused before it does a part of its work. */
export function needsOf(schema: GraphQLSchema, document: DocumentNode): readonly string[] {
  const types = new TypeInfo(schema);
  const needs = new Set<string>();
  visit(
    document,
    visitWithTypeInfo(types, {
      Field() {
        const noted: unknown = types.getFieldDef()?.extensions.needs;
        if (Array.isArray(noted)) for (const need of noted) needs.add(String(need));
      },
    }),
  );
  return [...needs];
}
