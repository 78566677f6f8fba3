/** What the pages of the local tools that show mails may load: themselves alone, and the mails in frames. */
import { contentPolicy } from '../ground/page-headers.ts';

export const pagePolicy = contentPolicy({
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'frame-src': "'self'",
});

/** A mail is shown in a frame: without scripts, forms and, until the reader asks for them, remote images. */
export const mailPolicy = (images: boolean) =>
  contentPolicy({
    'style-src': "'unsafe-inline'",
    'img-src': images ? 'data: http: https:' : 'data:',
    'frame-ancestors': "'self'",
    sandbox: 'allow-popups allow-popups-to-escape-sandbox',
  });
