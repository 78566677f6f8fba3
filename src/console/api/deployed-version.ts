/** Which build of the console the service has now: that of this page, another, or nobody answers. */
import { send } from './ask.ts';

export type Deployed = 'same' | 'other' | 'away';

/** Vite names the script of a page after its content, so the page that the service sends names its build. */
export async function deployedVersion(): Promise<Deployed> {
  const own = document.querySelector('script[type="module"][src]:not([async])')?.getAttribute('src');
  try {
    const response = await send('/console/', { cache: 'no-store' });
    const page = response.ok ? await response.text() : '';
    // A proxy in front of a stopped service answers with a page of its own.
    if (!page.includes('id="console"')) return 'away';
    return own && page.includes(`"${own}"`) ? 'same' : 'other';
  } catch {
    return 'away';
  }
}
