/** Starts the local inbox with the options of its first argument, tells where it is, and ends when it is killed. */

import { createLog } from '../../src/ground/log/log.ts';
import { startInbox } from '../../src/local/inbox.ts';

process.on('SIGINT', () => {});
const { url, smtp } = await startInbox({ ...JSON.parse(process.argv[2] ?? ''), log: createLog('silent') });
process.send?.({ url, smtp });
