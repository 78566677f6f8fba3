/** A small schema and its server, for what REST does the same for every operation; it needs no database. */
import { buildSchema, isObjectType } from 'graphql';
import { JSONResolver } from 'graphql-scalars';
import { createRest } from '../../../rest/adapter.ts';
import type { RestHooks } from '../../../rest/rest-hooks.ts';
import { DateTime } from '../../../schema/date-time.ts';
import type { App, Viewer } from '../../../src/context.ts';
import { DomainError, invalid, notFound } from '../../../src/ground/errors/errors.ts';
import { systemClock } from '../../../src/ground/time/clock.ts';
import { createBodyRoom } from '../../../src/http/bodies/body-room.ts';
import { createDrain } from '../../../src/http/bodies/drain-leftover.ts';
import { createDoor } from '../../../src/http/door.ts';
import { openExchange } from '../../../src/http/exchange.ts';
import { createMovedReads } from '../../../src/http/reads/moved-reads.ts';
import { createReadRoom } from '../../../src/http/reads/read-room.ts';
import { scopes } from '../../../src/platforms/keys/scopes.ts';
import type { RequestAllowance } from '../../../src/platforms/limits/request-limit.ts';
import { serveLocally } from '../../support/serve-locally.ts';

const sdl = /* GraphQL */ `
  scalar DateTime
  scalar JSON
  enum Genre { prose verse }
  type Book { id: Int! title: String! printedAt: DateTime extra: JSON }
  type PageInfo { startCursor: String endCursor: String hasNextPage: Boolean! hasPreviousPage: Boolean! }
  type BookEdge { node: Book! }
  type BookConnection { edges: [BookEdge]! pageInfo: PageInfo! }
  input EditionInput { printedAt: DateTime! printRun: Int }
  input BookInput { title: String! firstEdition: EditionInput genre: Genre keyWords: [String!] extra: JSON }
  input BookItemInput { reference: JSON shortTitle: JSON }
  input BooksInput { books: [BookItemInput]! }
  input RecipientInput { contact: String email: String }
  input EmitInput { idempotencyKey: String! recipient: RecipientInput! }
  input ShelfInput { fields: JSON! }
  type BookPayload { created: Boolean book: Book! shelfMark: String }
  type Deleted { id: Int! }
  type BookResult { reference: String result: String! id: Int code: String message: String errors: JSON }
  type BooksPayload { results: [BookResult!]! }
  type Event { id: String! }
  type EmitPayload { replayed: Boolean! event: Event! }
  type ShelfPayload { fields: JSON! }
  type ClosePayload { closedAt: DateTime! }
  type Query {
    books(workspace: String!, genre: Genre, first: Int, after: String, last: Int, before: String): BookConnection!
    book(workspace: String!, book: Int!): Book
  }
  type Mutation {
    bookCreate(workspace: String!, input: BookInput!): BookPayload!
    bookSave(workspace: String!, book: Int!, input: BookInput!): BookPayload!
    bookDelete(workspace: String!, book: Int!): Deleted!
    booksSave(workspace: String!, input: BooksInput!): BooksPayload!
    eventEmit(workspace: String!, input: EmitInput!): EmitPayload!
    shelfSave(name: String!, input: ShelfInput!): ShelfPayload!
    shopClose: ClosePayload!
  }
`;

interface BookInput {
  readonly title: string;
  readonly firstEdition?: { readonly printedAt: Date };
  readonly extra?: unknown;
}

/** All arguments of all fields; a resolver takes those of its own. */
interface Arguments {
  readonly workspace?: string;
  readonly genre?: string;
  readonly first?: number;
  readonly after?: string;
  readonly last?: number;
  readonly before?: string;
  readonly book: number;
  readonly input: BookInput & {
    readonly books: readonly { readonly reference: string; readonly shortTitle?: string }[];
    readonly idempotencyKey: string;
    readonly fields: unknown;
  };
}

/** Books 1 to 120; those beyond exist once they were saved. */
const stock = 120;

const book = (id: number, { title, firstEdition, extra }: BookInput) => ({
  id,
  title,
  printedAt: firstEdition?.printedAt ?? null,
  extra: extra ?? null,
});

const resolvers: Readonly<Record<string, (args: Arguments) => unknown>> = {
  books: ({ genre, first, after, last, before }) => {
    if (after === 'broken') throw invalid({ after: ['is not a cursor of this list'] });
    const all = Array.from({ length: genre ? stock / 2 : stock }, (_, at) => at + 1);
    const from = after ? Number(after) : 0;
    const ids = last ? all.filter((id) => id < Number(before)).slice(-last) : all.slice(from, from + Number(first));
    return {
      edges: ids.map((id) => ({ node: book(id, { title: `Book ${id}` }) })),
      pageInfo: {
        startCursor: ids.at(0)?.toString() ?? null,
        endCursor: ids.at(-1)?.toString() ?? null,
        hasNextPage: (ids.at(-1) ?? 0) < all.length,
        hasPreviousPage: (ids.at(0) ?? 1) > 1,
      },
    };
  },
  book: ({ book: id }) => {
    if (id > stock) return null;
    return book(id, { title: `Book ${id}` });
  },
  bookCreate: ({ input }) => {
    const { title } = input;
    if (title === 'bug') throw new TypeError('a secret that nobody must see');
    if (title === 'outage') throw Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
    if (title === 'taken') throw new DomainError('email_taken', undefined, { contact: 'ref:ada' });
    if (title === 'busy') throw new DomainError('recipient_rate_limited', undefined, { retryAfter: 61.2 });
    if (title === 'early') throw invalid({ 'firstEdition.printedAt': ['is too early'], 'keyWords.1': ['is dull'] });
    return { book: book(1, input), shelfMark: null };
  },
  bookSave: ({ book: id, input }) => ({ created: id > stock, book: book(id, input) }),
  bookDelete: ({ book: id }) => ({ id }),
  booksSave: ({ input }) => ({
    results: input.books.map(({ reference, shortTitle }) => {
      if (shortTitle !== 'long') return { reference, result: 'created', id: 7 };
      const { code, message, details } = invalid({ shortTitle: ['is too long'] });
      return { reference, result: 'refused', code, message, errors: details.errors };
    }),
  }),
  eventEmit: ({ input }) => ({
    replayed: input.idempotencyKey === 'again',
    event: { id: 'first' },
  }),
  shelfSave: ({ input }) => ({ fields: input.fields }),
  shopClose: () => ({ closedAt: new Date('2026-01-31T18:00:00+01:00') }),
};

export function bookShopSchema() {
  const schema = buildSchema(sdl);
  for (const [name, scalar] of Object.entries({ DateTime, JSON: JSONResolver })) {
    Object.assign(schema.getType(name) ?? {}, { ...scalar.toConfig(), name });
  }
  for (const type of [schema.getQueryType(), schema.getMutationType()].filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      field.resolve = (_root, args) => {
        if (args.workspace === 'ref:none') throw notFound();
        return resolvers[field.name]?.(args);
      };
    }
  }
  return schema;
}

export const bookShopFolder = new URL('./book-shop/', import.meta.url);

const viewer: Viewer = {
  // The shop's documents read no database.
  app: {} as unknown as App,
  requestId: '',
  platformId: 'p',
  apiKeyId: 'k',
  scopes,
  workspaceId: null,
  isSuspended: false,
  operator: false,
};

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ReturnType<typeof JSON.parse>;
}

/** Serves the shop; its address comes with `/v1`. `allowance` is what the limit says from then on. */
export async function openBookShop(hooks: Partial<RestHooks> = {}) {
  const bodyRoom = createBodyRoom(64 * 1_048_576);
  const readRoom = createReadRoom(16, systemClock);
  const logged: unknown[] = [];
  const allowance: { -readonly [Field in keyof RequestAllowance]: RequestAllowance[Field] } = {
    allowed: true,
    limit: 500,
    remaining: 499.7,
    resetSeconds: 0.2,
    retryAfter: 0,
  };
  const door = createDoor({
    publicUrl: 'https://shop.example',
    bodyRoom,
    readRoom,
    log: { warn: () => undefined, error: (...line: unknown[]) => logged.push(line) },
    authenticate: async ({ authorization }) => {
      if (authorization === 'Bearer operator') return { ...viewer, platformId: null, operator: true };
      if (authorization !== 'Bearer key') throw new DomainError('unauthenticated');
      return viewer;
    },
    takeTokens: async () => allowance,
  });
  const rest = await createRest({
    schema: bookShopSchema(),
    door,
    moved: createMovedReads(systemClock),
    folder: bookShopFolder,
    hooks: {
      authorize: () => undefined,
      requireExisting: {
        workspace: async (_viewer, workspace) => {
          if (workspace === 'ref:none') throw notFound('workspace');
        },
      },
      findFaults: async () => ({}),
      ...hooks,
    },
  });
  const answers: Promise<void>[] = [];
  const drainLeftover = createDrain();
  const server = await serveLocally((request, response) => {
    response.once('finish', () => drainLeftover(request));
    announce();
    answers.push(rest.handle(openExchange(request, response)));
  });
  const url = `${server.origin}/v1`;
  let announce: () => void = () => undefined;
  return {
    url,
    logged,
    readRoom,
    allowance,
    /** The next request has come. */
    requested: () =>
      new Promise<void>((resolve) => {
        announce = resolve;
      }),
    /** All requests so far are done with. */
    settled: () => Promise.all(answers),
    async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answered> {
      const response = await fetch(url + path, {
        method,
        headers: {
          authorization: 'Bearer key',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
    },
    close: server.close,
  };
}
