/** Messages about one template, over all its texts. Nobody reads more, and each costs a line of the answer. */
const MAX_FAULTS = 500;

/** What is wrong with a template, by path; beyond `MAX_FAULTS` nothing more is noted, and the check may end. */
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
