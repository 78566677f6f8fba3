/** A process that is asked through the built schema, in a time that tests move, and which nothing leaves. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GraphQLFormattedError, type GraphQLSchema, graphql } from 'graphql';
import { restSchema, schema } from '../../schema/index.ts';
import type { App, Ctx, Viewer } from '../../src/context.ts';
import { createApp } from '../../src/create-app.ts';
import { openDb } from '../../src/db/connections/pool.ts';
import { saveEventType } from '../../src/event-types/save-event-type.ts';
import { readConfig } from '../../src/ground/config/config.ts';
import { DomainError } from '../../src/ground/errors/errors.ts';
import { createLog } from '../../src/ground/log/log.ts';
import { createSecrets } from '../../src/ground/secrets.ts';
import { demoFields } from '../../src/local/demo-template.ts';
import { createPlatform } from '../../src/platforms/create-platform.ts';
import { scopes } from '../../src/platforms/keys/scopes.ts';
import { saveSendingDomain } from '../../src/sending-domain/save-sending-domain.ts';
import { saveTemplate } from '../../src/templates/save-template.ts';
import { createDnsLookup } from '../../src/transport/dns-lookup.ts';
import { systemResolver } from '../../src/transport/post/check-address.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { nextDkimKey } from './dkim-key-ring.ts';
import { greetingTemplate } from './greeting-template.ts';
import { createTestClock, type TestClock } from './test-clock.ts';

/** What a platform has beside its workspace. */
interface TenantOptions {
  readonly name?: string;
  /** Its sending domain. */
  readonly domain?: string;
  /** An event type with the fields and the template of the demo's `order.shipped`. */
  readonly eventType?: string;
}

/** A platform with one workspace, and how its key asks. */
export interface Tenant {
  readonly ctx: Ctx;
  readonly platformId: string;
  readonly apiKeyId: string;
  readonly token: string;
  readonly workspace: string;
  ask(document: string, variables?: Record<string, unknown>): Promise<Answer>;
  /** Runs a document as REST runs its own: on the schema that leaves shapes to the verbs. */
  askAsRest(document: string, variables?: Record<string, unknown>): Promise<Answer>;
}

/** The answer of one operation; `refusal` is the first verb's that refused. */
export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever their own document selects.
  readonly data: any;
  readonly refusal: DomainError | null;
  readonly errors: readonly GraphQLFormattedError[];
}

export interface World {
  readonly app: App;
  /** The sender of a request: a key with every scope, without a platform, unless it is said. */
  viewer(viewer?: Partial<Viewer>): Viewer;
  /** Moves the clock by so many milliseconds. */
  advance(milliseconds: number): void;
  now(): Date;
  tenant(options?: TenantOptions): Promise<Tenant>;
  ask(viewer: Partial<Viewer>, document: string, variables?: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
}

function reached(name: string): never {
  throw new Error(`A test of the schema reached outside: ${name}`);
}

const outside = new Proxy({} as never, { get: (_target, name) => reached(String(name)) });

/** Nothing makes it: without a folder of its own a world would show what `npm start` keeps in this project's. */
const noFolder = join(tmpdir(), `tidings-world-${process.pid}`);

/** `env` configures the process; name servers in it are asked for real. The database stays when the world is closed. */
export function openWorld(url: string, env: NodeJS.ProcessEnv = {}, clock: TestClock = createTestClock()): World {
  const config = readConfig({ DATA_DIR: noFolder, ...env });
  const app: App = createApp({
    config,
    publicUrl: 'http://tidings.test',
    db: openDb({ url, connections: 24, onError: () => undefined }),
    clock,
    log: createLog('silent'),
    secrets: createSecrets('a key of thirty-two characters at least'),
    wake: { ask: async () => undefined, queues: async () => [] },
    // Nothing that these tests ask for goes out.
    resolver: config.dnsServers.length > 0 ? systemResolver(config.dnsServers) : outside,
    dns: config.dnsServers.length > 0 ? createDnsLookup(config.dnsServers) : outside,
    // The parts that a turn uses before any mail goes out.
    transport: {
      name: 'capture',
      laneOf: null,
      outage: null,
      deliver: () => reached('deliver'),
      close: async () => undefined,
    },
    guardedPost: outside,
    newDkimKey: nextDkimKey,
  });

  const viewerOf: World['viewer'] = (viewer = {}) => ({
    app,
    requestId: '',
    platformId: null,
    apiKeyId: null,
    scopes,
    workspaceId: null,
    isSuspended: false,
    operator: false,
    ...viewer,
  });
  const askOn = async (
    schemaAsked: GraphQLSchema,
    viewer: Partial<Viewer>,
    source: string,
    variables: Record<string, unknown> = {},
  ): Promise<Answer> => {
    const result = await graphql({
      schema: schemaAsked,
      source,
      variableValues: variables,
      contextValue: viewerOf(viewer),
    });
    const refused = result.errors?.map(({ originalError }) => originalError).find((e) => e instanceof DomainError);
    return { data: result.data, refusal: refused ?? null, errors: result.errors?.map((error) => error.toJSON()) ?? [] };
  };

  const ask: World['ask'] = (viewer, source, variables) => askOn(schema, viewer, source, variables);

  return {
    app,
    viewer: viewerOf,
    ask,
    advance: clock.advance,
    now: clock.now,
    async tenant({ name = 'Acme', domain, eventType } = {}) {
      const { id: platformId, apiKey } = await createPlatform(app, { name });
      const ctx: Ctx = { app, platformId, apiKeyId: apiKey.id, workspaceId: null };
      const workspace = await createWorkspace(ctx, { name: 'Shop', reference: 'shop' });
      if (domain !== undefined) await saveSendingDomain(ctx, { domain });
      if (eventType !== undefined) {
        await saveEventType(ctx, { name: eventType, input: { fields: demoFields } });
        await saveTemplate(ctx, { eventType, input: greetingTemplate });
      }
      return {
        ctx,
        platformId,
        apiKeyId: apiKey.id,
        token: apiKey.secret,
        workspace,
        ask: (document, variables) => ask({ platformId, apiKeyId: apiKey.id }, document, variables),
        askAsRest: (document, variables) =>
          askOn(restSchema(), { platformId, apiKeyId: apiKey.id }, document, variables),
      };
    },
    async close() {
      await app.parts.live.close();
      await app.db.close();
    },
  };
}
