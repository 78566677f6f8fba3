/** Options of the commands of mails, which npm keeps for itself where nothing stands before them. */

/** Throws where npm took an option of the command: without `--` before it the command would run as if it were not there. */
export function insistOnOwnOptions(names: readonly string[], env: NodeJS.ProcessEnv): void {
  const taken = names.find((name) => env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined);
  if (taken === undefined) return;
  throw new Error(
    `npm keeps --${taken} for itself. Put -- before it: npm run ${env.npm_lifecycle_event} … -- --${taken}`,
  );
}
