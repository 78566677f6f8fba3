/**
 * The long runs of `SOAK=short`: of each kind of loss one, and what no quick test has as a whole. The others measure, which a
 * busy machine cannot, or lose in ways that one of these loses too.
 */
export const shortForm: readonly string[] = [
  'console-list',
  'erasure-killed',
  'freezes',
  'growth',
  'hundred-kills',
  'import-volume',
  'planned-restarts',
  'promotions',
  'relay-dies',
  'retention',
  'scheduled-mail',
  'two-versions',
  'webhooks-killed',
];
