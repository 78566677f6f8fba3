/** Where a run keeps the files of its databases. */
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Linux keeps the files of this folder in memory. */
const folder = '/dev/shm';
/** Free bytes from which the folder is used. A whole run takes less than a quarter of them. */
const bytesNeeded = 4 * 1_024 ** 3;

/**
 * A folder in memory, where the machine has one with room; else the folder of temporary files. Each test database has
 * a thousand files: making them on a disk takes several times the processor time.
 */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= bytesNeeded ? folder : tmpdir();
  } catch {
    // Other systems have no such folder.
    return tmpdir();
  }
}
