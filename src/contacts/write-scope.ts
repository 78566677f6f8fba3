/** Whose contacts, and when. */
export interface WriteScope {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly now: Date;
}
