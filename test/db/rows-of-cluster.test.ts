/** What a cluster is asked about files, imports, exports, rejected emits and restores, on one database. */
import { checkRows } from '../citus/check-rows.ts';
import { openAsCluster } from '../citus/shops.ts';

checkRows(openAsCluster);
