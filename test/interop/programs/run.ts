/** Programs of others, run by the tests: their servers on free loopback ports, each with a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Ran {
  readonly code: number;
  /** Both what it printed and what it complained of. */
  readonly output: string;
}

/** Servers live in sbin, which is not on everybody's path. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin`, LC_ALL: 'C' };

/** Runs a command to its end. */
export async function run(command: string, args: readonly string[], input?: string | Buffer): Promise<Ran> {
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
  // A program that does not read to the end has seen enough.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code: code ?? -1, output };
}

/** Runs a command to its end; throws with what it said when it fails. */
export async function insistOn(command: string, args: readonly string[], input?: string | Buffer): Promise<string> {
  const { code, output } = await run(command, args, input);
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${output}`);
  return output;
}

/** Starts a server in the foreground. */
export function start(command: string, args: readonly string[]): ChildProcess {
  return spawn(command, args, { env, stdio: 'ignore' });
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
