/** The secret of a row that the request has just created; null for a row that was read, which keeps none. */
export function shownSecret(row: object): string | null {
  return 'secret' in row && typeof row.secret === 'string' ? row.secret : null;
}
