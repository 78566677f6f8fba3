/**
 * Settings of a server that change what statements mean, how values look and how they are planned: each as some
 * operator's PostgreSQL has it, and none as ours. The clusters of the tests have them, so that every test shows that the
 * service does not depend on them (docs/rules.md#session-settings).
 */
export const hostileSettings: Readonly<Record<string, string>> = {
  TimeZone: 'America/New_York',
  DateStyle: 'German, DMY',
  IntervalStyle: 'sql_standard',
  standard_conforming_strings: 'off',
  search_path: 'elsewhere',
  default_transaction_isolation: 'serializable',
  bytea_output: 'escape',
  extra_float_digits: '0',
  array_nulls: 'off',
  transform_null_equals: 'on',
  row_security: 'on',
  jit: 'on',
  max_parallel_workers_per_gather: '8',
  plan_cache_mode: 'force_custom_plan',
  client_min_messages: 'log',
  exit_on_error: 'on',
};
