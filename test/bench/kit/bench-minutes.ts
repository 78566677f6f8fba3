/** The benches by name, in the order in which they run, and the time of each; minutes. */
export const benchMinutes: Readonly<Record<string, number>> = {
  emit: 10,
  'emit-latency': 15,
  'first-byte': 5,
  pipeline: 15,
  smtp: 15,
  batch: 10,
  webhooks: 10,
  list: 10,
  search: 25,
};
