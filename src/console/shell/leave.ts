import type { useRouter } from '@tanstack/react-router';
import { signOut } from '../api/session.ts';
import { forgetRecent } from '../finder/recent-pages.ts';

/** Signs out and opens the sign-in. Who signs in next may have neither this platform nor this workspace. */
export async function leave(router: ReturnType<typeof useRouter>): Promise<void> {
  await signOut();
  forgetRecent();
  await router.navigate({ to: '/sign-in', search: { platform: undefined, workspace: undefined } });
}
