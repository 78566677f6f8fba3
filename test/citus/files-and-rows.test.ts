/** Files, imports, exports and rejected emits of workspaces on both workers of a cluster, and what a restore holds there. */
import { checkRows } from './check-rows.ts';
import { openShops } from './shops.ts';

checkRows(openShops);
