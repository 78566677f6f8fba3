/** Words in guides that depend on the deployment. A reader sends the first mail from their own machine in any case. */
import type { DocsOptions } from './docs-options.ts';
import type { GuideWords } from './guide-text.ts';

export function wordsOf({ publicUrl, config }: DocsOptions): (guide: string) => GuideWords {
  const isLocal = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::|$)/.test(publicUrl);
  return (guide) =>
    guide === 'first-mail' && !isLocal
      ? []
      : [
          ['http://127.0.0.1:8080', publicUrl],
          ['http://127.0.0.1:8025', `http://127.0.0.1:${config.inboxPort}`],
          ['simulator.test', config.simulatorDomain],
        ];
}
