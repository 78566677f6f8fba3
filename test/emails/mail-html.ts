/** Rules for the HTML of mails. */
import type { caniemail } from 'caniemail';
import type { ConfigData } from 'html-validate';

export const MAIL_CLIENTS: Parameters<typeof caniemail>[0]['clients'] = ['gmail.*', 'outlook.*', 'apple-mail.*'];

/** Mail needs presentational tables, whose attributes HTML 5 gave up, and the doctype that React Email writes. */
export const MAIL_RULES: ConfigData = {
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: { 'doctype-html': 'off', 'no-deprecated-attr': 'off' },
};

/** Features that a client may lack without harm to the mail. */
export const DECORATION = new Set([
  '@media', // Narrow screens and dark mode; without it columns stay side by side and light.
  '<style> element', // Holds nothing else.
  'color-scheme CSS property',
  'color-scheme meta tag',
  'border-radius',
  'box-sizing',
  'outline',
  'text-shadow', // Of words over a picture, which Outlook for Windows does not show.
  'text-decoration-line', // Beside text-decoration, which all have.
  'max-height property', // With overflow: hides the preheader a second time, after display:none and 1 px type.
  'overflow',
  'background-image', // In the rule that takes it away on dark screens; the picture itself is an attribute.
  'background-position', // Outlook for Windows, which shows the colour behind the words.
  'background-repeat',
  'background-size',
  'background attribute',
  'display:none', // gmail.mobile-webmail alone, where the preheader is still 1 px high.
  'target attribute', // Mail clients open links in a window of their own anyway.
  '<body> element', // Its styles stand on a table cell too.
  'role attribute', // windows-mail alone.
  'word-break', // windows-mail alone, which ran on no telephone.
  'min-width property', // Outlook for Windows, which reads the width attribute beside it.
]);
