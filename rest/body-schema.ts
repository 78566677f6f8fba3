/** The part of a schema that is held against the GraphQL input types at boot. */
export interface BodySchema {
  readonly type?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, BodySchema>>;
  readonly items?: BodySchema;
  readonly anyOf?: readonly BodySchema[];
}
