import type { App } from '../../context.ts';
import type { SigningKey } from './sign-webhook.ts';

/** Opens sealed secrets. Callers read each time which secrets are live; only opened keys are kept. */
export function openSecrets(app: App, ids: readonly string[], sealed: readonly Buffer[]): readonly SigningKey[] {
  return ids.map((id, position) => app.parts.webhookKeys.memo(id, { context: sealed[position] ?? Buffer.alloc(0) }));
}
