/** The operator's tokens (docs/rules.md#operator-token): two that do everything while they change, one that only reads. */
import type { App } from '../../context.ts';
import { sameBytes } from '../../ground/secrets.ts';

/** What a token of the operator may do. */
export type OperatorRights = 'all' | 'reads';

interface OperatorToken {
  readonly rights: OperatorRights;
  readonly token: string;
}

function tokensOf({
  operatorToken,
  operatorTokenPrevious,
  operatorReadToken,
}: App['config']): readonly OperatorToken[] {
  const given = [
    ['all', operatorToken],
    ['all', operatorTokenPrevious],
    ['reads', operatorReadToken],
  ] as const;
  return given.flatMap(([rights, token]) => (token === null ? [] : [{ rights, token }]));
}

/** Null for a token that is none of the operator's. Each is compared, in constant time. */
export function operatorRightsOf({ config }: Pick<App, 'config'>, token: string): OperatorRights | null {
  const sent = Buffer.from(token);
  const same = tokensOf(config).filter((known) => sameBytes(sent, Buffer.from(known.token)));
  return same[0]?.rights ?? null;
}

export interface OperatorCredential {
  readonly rights: OperatorRights;
  /** Keyed hash of the token, which an operator may have chosen short. */
  readonly hash: Buffer;
}

/** The hash of `token` for a new session; null for a token that is none of the operator's. */
export function operatorCredentialOf(app: Pick<App, 'config' | 'secrets'>, token: string): OperatorCredential | null {
  const rights = operatorRightsOf(app, token);
  return rights && { rights, hash: app.secrets.mac('console-operator', token) };
}

/** What the session with the hash `stored` may do; null where its token is no longer in force. */
export function operatorRightsOfHash({ config, secrets }: Pick<App, 'config' | 'secrets'>, stored: Uint8Array) {
  const same = tokensOf(config).filter(({ token }) =>
    secrets.macs('console-operator', token).some((hash) => sameBytes(hash, stored)),
  );
  return same[0]?.rights ?? null;
}
