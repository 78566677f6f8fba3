/** Starts the local inbox with the options of its first argument, tells where it is, and ends when it is killed. */
import { startInbox } from '../../src/local/inbox.ts';
import { createLog } from '../../src/log.ts';

process.on('SIGINT', () => {});
const { url, smtp } = await startInbox({ ...JSON.parse(process.argv[2] ?? ''), log: createLog('silent') });
process.send?.({ url, smtp });
