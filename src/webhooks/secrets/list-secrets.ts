import type { Prisma, WebhookSecret } from '../../../prisma/generated/client.ts';
import type { Ctx } from '../../context.ts';

/** The platform's signing secrets, oldest first; at most three. Only the last four characters of each are shown. */
export function listSecrets(ctx: Ctx, query: Prisma.WebhookSecretDefaultArgs = {}): Promise<WebhookSecret[]> {
  return ctx.app.db.prisma.webhookSecret.findMany({
    ...query,
    where: { platformId: ctx.platformId },
    orderBy: { id: 'asc' },
  });
}
