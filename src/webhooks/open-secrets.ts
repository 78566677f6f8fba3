import type { App } from '../context.ts';
import type { SigningKey } from './sign-webhook.ts';

/** Opens secrets that were read sealed. Which are live is read each time; only their opening is kept. */
export function openSecrets(app: App, ids: readonly string[], sealed: readonly Buffer[]): readonly SigningKey[] {
  return ids.map((id, position) => app.parts.webhookKeys.memo(id, { context: sealed[position] ?? Buffer.alloc(0) }));
}
