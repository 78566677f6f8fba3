/** A picture for light and one for dark screens; programs that know no dark mode show the light one alone. */
import { Fragment, type ReactNode } from 'react';

interface Scheme {
  readonly isDark: boolean;
  /** The class that hides a light picture on a dark screen (layout.tsx). */
  readonly className: string | undefined;
}

export function byScheme(hasDark: boolean, picture: (scheme: Scheme) => ReactNode): ReactNode {
  if (!hasDark) return picture({ isDark: false, className: undefined });
  return (
    <Fragment>
      {picture({ isDark: false, className: 'by-day' })}
      {/* Outlook for Windows hides no picture, but a span with all that is in it. */}
      <span className="by-night" style={{ display: 'none', ...OUTLOOK_HIDES }}>
        {picture({ isDark: true, className: undefined })}
      </span>
    </Fragment>
  );
}

const OUTLOOK_HIDES: object = { msoHide: 'all' };
