/** The workspace whose contacts are written, and the time of the write. */
export interface WriteScope {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly now: Date;
}
