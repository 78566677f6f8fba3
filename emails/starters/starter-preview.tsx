/** A starter in React Email's own preview: the mail as in production. src/local/preview-entries.ts imports it. */
import { readStarter, renderStarter } from './starter.ts';

const ROOT = /<html dir="(ltr|rtl)" lang="([^"<]*)">/;

/** `starter` is a file of emails/starters/, `locale` its own or one of its translations. */
export async function StarterPreview({ starter, locale }: { readonly starter: unknown; readonly locale: string }) {
  const { html } = await renderStarter(readStarter(starter), locale);
  const root = ROOT.exec(html);
  const [, direction, language] = root ?? [];
  const inside = root ? html.slice(root.index + root[0].length, html.lastIndexOf('</html>')) : '';
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is our own document, values escaped
  return <html dir={direction} lang={language} dangerouslySetInnerHTML={{ __html: inside }} />;
}
