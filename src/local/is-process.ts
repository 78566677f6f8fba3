/** Whether process `pid` runs and has `mark` among its arguments: process ids are reused. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export async function isProcess(pid: number, mark: string): Promise<boolean> {
  switch (process.platform) {
    case 'linux':
      // Empty for a process that ended and was not waited for yet.
      return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes(mark);
    case 'win32':
      return isAlive(pid);
    default:
      return (
        await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
      ).stdout.includes(mark);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
