/**
 * The sender of a request: turns the bearer token into a `Viewer` (docs/rules.md#operator-token). What a key may do is
 * in src/platforms/keys, what the operator sees of the whole deployment in src/operations.
 */
import type { App, Viewer } from '../context.ts';
import { becomeParty } from '../db/connections/party.ts';
import { isApiKeyToken } from '../platforms/keys/api-key-token.ts';
import { authenticateKey } from '../platforms/keys/authenticate-key.ts';
import { keyFault } from '../platforms/keys/key-fault.ts';
import { operatorRightsOf } from '../platforms/keys/operator-credential.ts';
import { scopes } from '../platforms/keys/scopes.ts';
import { findConsoleSession } from '../platforms/sessions/find-console-session.ts';

export interface Credentials {
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  /** The `Tidings-Platform` header: the platform that an operator acts for. */
  readonly platform: string | undefined;
  /** The token of a session of the console, which GraphQL alone accepts (src/platforms/sessions/console-session.ts). */
  readonly session?: string | undefined;
  readonly requestId: string;
}

/** Rejects with `unauthenticated`, whose message names the fault of the credentials. */
export async function authenticate(app: App, credentials: Credentials): Promise<Viewer> {
  const viewer = await recognise(app, credentials);
  // The reads and writes of the request wait for connections in the queue of its platform.
  becomeParty({ kind: 'requests', name: viewer.platformId ?? 'operator' });
  return viewer;
}

async function recognise(app: App, { authorization, session, platform, requestId }: Credentials): Promise<Viewer> {
  if (authorization === undefined && session !== undefined) {
    const found = await findConsoleSession(app, session);
    if (found === null) throw keyFault('sessionEnded');
    if (found.holder) return { app, requestId, ...found.holder, operator: false };
    return operatorViewer(app, { requestId, platform, readsOnly: found.readsOnly });
  }
  if (authorization === undefined) throw keyFault('missing');
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (token === undefined) throw keyFault('notBearer');
  const rights = operatorRightsOf(app, token);
  if (rights) return operatorViewer(app, { requestId, platform, readsOnly: rights === 'reads' });
  if (!isApiKeyToken(token)) throw keyFault('malformed');
  const holder = await authenticateKey(app, token);
  if (holder === null) throw keyFault('notInForce');
  return { app, requestId, ...holder, operator: false };
}

interface OperatorRequest extends Pick<Credentials, 'requestId' | 'platform'> {
  readonly readsOnly: boolean;
}

async function operatorViewer(app: App, { requestId, platform, readsOnly }: OperatorRequest): Promise<Viewer> {
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
    readsOnly,
  };
}

async function knownPlatform(app: App, id: string): Promise<string | null> {
  const found = await app.db.prisma.platform.findUnique({ where: { id }, select: { id: true } });
  return found?.id ?? null;
}
