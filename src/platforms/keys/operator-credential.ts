import type { App } from '../../context.ts';
import { sameBytes } from '../../ground/secrets.ts';

/** Whether `token` is the operator token, compared in constant time (docs/rules.md#operator-token). */
export function isOperatorToken({ config: { operatorToken } }: Pick<App, 'config'>, token: string): boolean {
  return operatorToken !== null && sameBytes(Buffer.from(token), Buffer.from(operatorToken));
}

/** Keyed hash of the operator token, which an operator may have chosen short; null without a token. */
export function operatorCredential({ config, secrets }: Pick<App, 'config' | 'secrets'>): Buffer | null {
  return config.operatorToken === null ? null : secrets.mac('console-operator', config.operatorToken);
}
