/** The sender of a request: turns the bearer token into a `Viewer` (docs/rules.md#operator-token). */
import type { App, Viewer } from '../context.ts';
import { becomeParty } from '../db/party.ts';
import { isApiKeyToken } from '../platforms/api-key-token.ts';
import { authenticateKey } from '../platforms/authenticate-key.ts';
import { keyFault } from '../platforms/key-fault.ts';
import { scopes } from '../platforms/scopes.ts';
import { sameBytes } from '../secrets.ts';

export interface Credentials {
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  /** The `Tidings-Platform` header: the platform that an operator acts for. */
  readonly platform: string | undefined;
  readonly requestId: string;
}

/** Rejects with `unauthenticated`, whose message names the fault of the credentials. */
export async function authenticate(app: App, credentials: Credentials): Promise<Viewer> {
  const viewer = await recognise(app, credentials);
  // The reads and writes of the request wait for connections in the queue of its platform.
  becomeParty({ kind: 'requests', name: viewer.platformId ?? 'operator' });
  return viewer;
}

async function recognise(app: App, { authorization, platform, requestId }: Credentials): Promise<Viewer> {
  if (authorization === undefined) throw keyFault('missing');
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (token === undefined) throw keyFault('notBearer');
  const { operatorToken } = app.config;
  if (operatorToken !== null && sameBytes(Buffer.from(token), Buffer.from(operatorToken))) {
    const platformId = platform === undefined ? null : await knownPlatform(app, platform);
    return {
      app,
      requestId,
      platformId,
      apiKeyId: null,
      scopes,
      workspaceId: null,
      isSuspended: false,
      operator: true,
    };
  }
  if (!isApiKeyToken(token)) throw keyFault('malformed');
  const holder = await authenticateKey(app, token);
  if (holder === null) throw keyFault('notInForce');
  return { app, requestId, ...holder, operator: false };
}

async function knownPlatform(app: App, id: string): Promise<string | null> {
  const found = await app.db.prisma.platform.findUnique({ where: { id }, select: { id: true } });
  return found?.id ?? null;
}
