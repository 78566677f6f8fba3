/**
 * `npm run secrets:rotate`: changes SECRET_KEY while the service runs (docs/secrets.md). It reads the variables of the
 * service, with the new key as SECRET_KEY and the one before it as SECRET_KEY_PREVIOUS. It can be stopped and run again.
 */
import { setTimeout as timePassed } from 'node:timers/promises';
import { openDb } from './db/connections/pool.ts';
import { changeKey, linksKeptFor } from './deployment/change-key.ts';
import { checkSecretKey } from './deployment/check-secret-key.ts';
import { ConfigError, readConfig } from './ground/config/config.ts';
import { createSecrets } from './ground/secrets.ts';

const connections = 4;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const { databaseUrl, secretKey, secretKeyPrevious } = config;
  if (databaseUrl === null || secretKey === null || secretKeyPrevious === null) {
    throw new ConfigError(['DATABASE_URL, SECRET_KEY and SECRET_KEY_PREVIOUS: all three are needed']);
  }
  const db = openDb({ url: databaseUrl, connections, onError: () => undefined, processName: 'secrets:rotate' });
  try {
    const secrets = createSecrets(secretKey, secretKeyPrevious);
    await checkSecretKey(db, secrets, config);
    const { sealed, lost, changedAt } = await changeKey({
      db,
      secrets,
      pause: async (milliseconds) => {
        await timePassed(milliseconds);
      },
      tell: (progress) =>
        line(
          progress === 'waiting'
            ? 'Waiting until every process has seen the new key.'
            : `Sealed anew: ${progress.sealed} ${progress.kind}.`,
        ),
    });
    line(`SECRET_KEY is in force since ${changedAt.toISOString()}.`);
    for (const [kind, count] of Object.entries(sealed)) line(`${kind}: ${count} sealed anew.`);
    for (const [kind, count] of Object.entries(lost)) {
      if (count > 0) line(`${kind}: ${count} open with neither key, and did not before.`);
    }
    line(
      'Hashes of addresses stay as they are, those of erased people too: their key is kept, sealed with SECRET_KEY.',
    );
    line(
      'SECRET_KEY_PREVIOUS can be taken away now. Links in mails that went out before the change work as long as it is ' +
        `there: keep it until ${new Date(changedAt.getTime() + linksKeptFor).toISOString().slice(0, 10)} unless it is known to others.`,
    );
  } finally {
    await db.close();
  }
}

function line(text: string): void {
  process.stdout.write(`${text}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
