import type { App } from '../../context.ts';
import { compiledTemplate } from '../../templates/compiled-template.ts';
import { signLeaveAddress } from '../../transport/mail/return-path.ts';
import type { ClaimedMessage } from '../claims/claimed-message.ts';

type Header = readonly [name: string, value: string];

/**
 * The header fields of the mail app's unsubscribe button (RFC 2369, RFC 8058; docs/rules.md#unsubscribe-link). DKIM
 * covers both fields, as RFC 8058 demands. Mail of a topic has them whatever its template reads. The https address stands
 * first; the other is for mail apps that only write.
 */
export async function unsubscribeHeaders(
  app: App,
  message: Pick<
    ClaimedMessage,
    'id' | 'platformId' | 'templateVersionId' | 'brandVersion' | 'layoutVersion' | 'locale' | 'values' | 'topic'
  >,
  domain: string,
): Promise<readonly Header[]> {
  const url = message.values.system.unsubscribe_url;
  if (url === null) return [];
  if (message.topic === null && !(await readsUrl(app, message))) return [];
  return [
    ['List-Unsubscribe', `<${url}>, <mailto:${signLeaveAddress(app.secrets, message.id, domain)}?subject=unsubscribe>`],
    ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
  ];
}

/** Whether the template of a message shows the link. */
async function readsUrl(
  app: App,
  { platformId, templateVersionId: versionId, ...asked }: Parameters<typeof unsubscribeHeaders>[1],
): Promise<boolean> {
  const { brandVersion, layoutVersion, locale } = asked;
  const { readsUnsubscribeUrl } = await compiledTemplate(app, platformId, {
    versionId,
    locale,
    brandVersion,
    layoutVersion,
  });
  return readsUnsubscribeUrl;
}
