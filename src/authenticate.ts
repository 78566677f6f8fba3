/** Who is asking: the bearer token of a request becomes a `Viewer` (decisions, section 10). */
import type { App, Viewer } from './context.ts';
import { becomeParty } from './db/party.ts';
import { authenticateKey } from './platforms/authenticate-key.ts';
import { sameBytes } from './secrets.ts';

interface Credentials {
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  /** The `Tidings-Platform` header: for which platform an operator acts. */
  readonly platform: string | undefined;
  readonly requestId: string;
}

/** Null when the token is missing, malformed, revoked, expired or nobody's. */
export async function authenticate(app: App, credentials: Credentials): Promise<Viewer | null> {
  const viewer = await recognise(app, credentials);
  // What the request goes on to read and write waits for connections in the queue of its platform.
  if (viewer) becomeParty({ kind: 'requests', name: viewer.platformId ?? 'operator' });
  return viewer;
}

async function recognise(app: App, credentials: Credentials): Promise<Viewer | null> {
  const { authorization, platform, requestId } = credentials;
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) return null;
  const { operatorToken } = app.config;
  if (operatorToken !== null && sameBytes(Buffer.from(token), Buffer.from(operatorToken))) {
    const platformId = platform === undefined ? null : await knownPlatform(app, platform);
    return { app, requestId, platformId, apiKeyId: null, operator: true };
  }
  const holder = await authenticateKey(app, token);
  return holder && { app, requestId, ...holder, operator: false };
}

async function knownPlatform(app: App, id: string): Promise<string | null> {
  const found = await app.db.prisma.platform.findUnique({ where: { id }, select: { id: true } });
  return found?.id ?? null;
}
