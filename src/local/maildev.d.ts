/** The part of MailDev that the local inbox uses; MailDev comes without types. */

declare module 'maildev/lib/mailserver.js' {
  import type { Readable } from 'node:stream';
  import type { SMTPServer, SMTPServerSession } from 'smtp-server';
  import type { StoredMail } from './inbox/list-mails.ts';

  type OnData = (
    stream: Readable,
    session: Pick<SMTPServerSession, 'envelope' | 'hostNameAppearsAs' | 'remoteAddress'>,
    done: (error?: Error | null) => void,
  ) => void;

  type Deleted = (error: Error | null, done?: true) => void;

  const mailserver: {
    port: number;
    readonly mailDir: string;
    /** Oldest first. */
    readonly store: readonly StoredMail[];
    readonly smtp: Omit<SMTPServer, 'onData'> & { onData: OnData };
    create(port: number, host: string, mailDir: string): void;
    on(event: 'new' | 'delete', listener: (mail: { readonly id: string }) => void): void;
    /** Calls back before the mail's file is gone. */
    deleteEmail(id: string, done: Deleted): void;
    deleteAllEmail(done: Deleted): void;
  };
  export default mailserver;
}

declare module 'maildev/lib/web.js' {
  import type { Server } from 'node:http';

  const web: {
    readonly server: Server;
    start(
      port: number,
      host: string,
      mailserver: unknown,
      user: undefined,
      password: undefined,
      basePathname: string,
      secure: { readonly https: boolean },
    ): void;
    close(done: () => void): void;
  };
  export default web;
}

declare module 'maildev/lib/utils.js' {
  const utils: { makeId: () => string };
  export default utils;
}

declare module 'maildev/lib/logger.js' {
  const logger: { setLevel(level: 0 | 1 | 2): void };
  export default logger;
}
