/** Receives a line about a migration; the service's log is one. */
export interface MigrationLog {
  info(details: object, message: string): void;
  warn?(details: object, message: string): void;
}
