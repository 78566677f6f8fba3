/** The `x-` extensions of an OpenAPI file: their values and places (rest/contract.ts explains their effects). */
import { z } from 'zod';
import { type ErrorCode, errorCodes } from '../src/ground/errors/error-codes.ts';
import { largeBodies } from '../src/http/bodies/body-limits.ts';

const codes = Object.keys(errorCodes) as ErrorCode[];

const largeKinds = Object.keys(largeBodies) as (keyof typeof largeBodies)[];

const batch = z.strictObject({
  list: z.string().min(1),
  key: z.string().min(1),
  refused: z.record(z.string(), z.string()),
});

const bodyLimit = z
  .strictObject({ large: z.enum(largeKinds).optional(), values: z.int().positive().optional() })
  .refine((limit) => Object.keys(limit).length > 0, 'must have large, values or both');

export type BatchExtension = z.infer<typeof batch>;
export type BodyLimitExtension = z.infer<typeof bodyLimit>;

/** Extensions by the kind of object that has them. Extensions of the whole document hold YAML anchors alone. */
const known = {
  operation: z.strictObject({
    'x-batch': batch.optional(),
    'x-body-limit': bodyLimit.optional(),
    'x-stream': z.string().min(1).optional(),
    'x-download': z.literal(true).optional(),
  }),
  parameter: z.strictObject({ 'x-fault': z.literal(true).optional(), 'x-existing': z.literal(true).optional() }),
  response: z.strictObject({ 'x-codes': z.array(z.enum(codes)).min(1).optional() }),
  schema: z.strictObject({
    'x-message': z.string().min(1).optional(),
    'x-default': z.json().optional(),
    'x-omit-null': z.literal(true).optional(),
    'x-omit-empty': z.literal(true).optional(),
  }),
} as const;

type Kind = keyof typeof known;

/** Keys whose value is content: an `x-` in it is ordinary text. */
const content: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum']);

/** Returns the faults of the extensions of `document`, by place: `paths./books.post.x-batch.key: …`. */
export function extensionFaults(document: object): readonly string[] {
  const faults: string[] = [];
  // YAML anchors make one object occur in many places.
  const seen = new Set<object>();
  const visit = (node: unknown, path: readonly string[]) => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    // The keys of `properties` are names of fields.
    const isNames = path.at(-1) === 'properties';
    if (path.length > 0 && !isNames) faults.push(...faultsOf(node, path));
    for (const [key, inner] of Object.entries(node)) {
      if (isNames || !(isExtension(key) || content.has(key))) visit(inner, [...path, key]);
    }
  };
  visit(document, []);
  return faults;
}

function faultsOf(node: object, path: readonly string[]): readonly string[] {
  const extensions = Object.fromEntries(Object.entries(node).filter(([key]) => isExtension(key)));
  if (Object.keys(extensions).length === 0) return [];
  const kind = kindOf(path);
  const { error } = known[kind].safeParse(extensions);
  if (error === undefined) return idleFaults(kind, node, path);
  return error.issues.flatMap((issue) => {
    const at = [...path, ...issue.path].join('.');
    if (issue.code !== 'unrecognized_keys') return `${at}: ${issue.message}`;
    return issue.keys.map((key) => `${at}.${key}: is not known here`);
  });
}

/** Returns extensions that are valid but would do nothing in their place. */
function idleFaults(kind: Kind, node: object, path: readonly string[]): readonly string[] {
  const at = path.join('.');
  if (kind === 'operation' && !('requestBody' in node) && !('x-download' in node)) {
    return [`${at}: has extensions of a body, and no body`];
  }
  if (kind === 'parameter' && Object(node).in !== 'path') return [`${at}: has extensions of a path parameter`];
  return [];
}

function isExtension(key: string): boolean {
  return key.startsWith('x-');
}

/** Returns the kind of object at `path`. Where a kind has no extensions of its own, only a schema's fit. */
function kindOf(path: readonly string[]): Kind {
  const parent = path.at(-2);
  if (path[0] === 'paths' && path.length === 3 && path[2] !== 'parameters') return 'operation';
  if (parent === 'parameters') return 'parameter';
  if (parent === 'responses') return 'response';
  return 'schema';
}
