/**
 * The mails of the local inbox on disk: one file a mail, its envelope as JSON in the first line, the raw mail below it.
 * MailDev stores no envelopes and shows a mail before its file is complete, hence these files.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface InboxEnvelope {
  readonly mailFrom: { readonly address: string } | false;
  readonly rcptTo: readonly { readonly address: string }[];
  readonly hostNameAppearsAs: string;
  readonly remoteAddress: string;
}

export interface InboxMails {
  /** Resolves once the mail would survive a crash of the machine. */
  keep(id: string, envelope: InboxEnvelope, raw: Buffer): Promise<void>;
  /** Ids, oldest first. */
  list(): Promise<readonly string[]>;
  read(id: string): Promise<{ readonly envelope: InboxEnvelope; readonly raw: Buffer }>;
  remove(id: string): Promise<void>;
}

const suffix = '.mail';
const newline = 0x0a;

/** `id`s must order by time. */
export async function openInboxMails(folder: string): Promise<InboxMails> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fileOf = (id: string) => join(folder, `${id}${suffix}`);
  return {
    async keep(id, envelope, raw) {
      const draft = join(folder, `${id}.draft`);
      const content = Buffer.concat([Buffer.from(`${JSON.stringify(envelope)}\n`), raw]);
      await writeFile(draft, content, { mode: 0o600, flush: true });
      await rename(draft, fileOf(id));
    },
    async list() {
      const names = await readdir(folder);
      return names
        .filter((name) => name.endsWith(suffix))
        .map((name) => name.slice(0, -suffix.length))
        .sort();
    },
    async read(id) {
      const content = await readFile(fileOf(id));
      const end = content.indexOf(newline);
      return { envelope: JSON.parse(content.toString('utf8', 0, end)), raw: content.subarray(end + 1) };
    },
    remove: (id) => rm(fileOf(id), { force: true }),
  };
}
