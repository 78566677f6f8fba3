/** Messages about one template, over all its texts; each costs a line of the response. */
const MAX_FAULTS = 500;

/** The faults of a template by path; ignores faults beyond `MAX_FAULTS`, so the check may end there. */
export class TemplateFaults {
  private readonly byPath = new Map<string, string[]>();
  private count = 0;

  add(path: string, message: string): void {
    if (this.full) return;
    const messages = this.byPath.get(path) ?? [];
    if (messages.includes(message)) return;
    messages.push(message);
    this.byPath.set(path, messages);
    this.count += 1;
  }

  get full(): boolean {
    return this.count >= MAX_FAULTS;
  }

  get none(): boolean {
    return this.count === 0;
  }

  get errors(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries(this.byPath);
  }
}
