/** A person is erased on a cluster: in one workspace, while another on the other worker knows the address, and then there. */
import { checkErasure } from './check-erasure.ts';
import { openShops } from './shops.ts';

checkErasure(openShops);
