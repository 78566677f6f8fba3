import type { App } from '../../context.ts';
import { compiledTemplate } from '../../templates/compiled-template.ts';
import { signLeaveAddress } from '../../transport/mail/return-path.ts';
import type { ClaimedMessage } from '../claims/claimed-message.ts';

type Header = readonly [name: string, value: string];

/**
 * The header fields of the mail app's unsubscribe button (RFC 2369, RFC 8058; docs/rules.md#unsubscribe-link). DKIM
 * covers both fields, as RFC 8058 demands. The https address stands first; the other is for mail apps that only write.
 */
export async function unsubscribeHeaders(
  app: App,
  message: Pick<
    ClaimedMessage,
    'id' | 'platformId' | 'templateVersionId' | 'brandVersion' | 'layoutVersion' | 'locale' | 'values'
  >,
  domain: string,
): Promise<readonly Header[]> {
  const url = message.values.system.unsubscribe_url;
  if (url === null) return [];
  const { platformId, templateVersionId: versionId, brandVersion, layoutVersion, locale } = message;
  const asked = { versionId, locale, brandVersion, layoutVersion };
  const { readsUnsubscribeUrl } = await compiledTemplate(app, platformId, asked);
  if (!readsUnsubscribeUrl) return [];
  return [
    ['List-Unsubscribe', `<${url}>, <mailto:${signLeaveAddress(app.secrets, message.id, domain)}?subject=unsubscribe>`],
    ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
  ];
}
