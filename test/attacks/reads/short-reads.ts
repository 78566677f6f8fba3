/** The reads of `ATTACKS=short`: those that were the worst when they were first measured. */
export const shortReads: readonly string[] = [
  'templatePayloads own',
  'templateDraft own',
  'template own',
  'messages own',
  'contacts own',
  'event own',
  'webhookEndpoints cheap',
  'figures own',
  'node dear',
  'listContacts',
  'listEventTypes',
  'getTemplate',
];
