/** The argument of writes on a condition (docs/rules.md#preconditions). */
export const ifMatchArgument =
  'Writes only where the present `etag` is one of these, 1 to 20; `*` is any. Otherwise precondition_failed.';
