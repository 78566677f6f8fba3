/**
 * A picture behind a cell (docs/rules.md#background-pictures). It is named by an attribute: values in it need no escapes
 * of style sheets. Programs that show none have the colour of the cell instead.
 */
import type { CSSProperties } from 'react';
import type { OwnStyles } from '../block.ts';

const style: CSSProperties = { backgroundPosition: 'center', backgroundRepeat: 'no-repeat', backgroundSize: 'cover' };
const byDay = 'day-picture';
const styles: OwnStyles = { dark: `.${byDay}{background-image:none!important}` };

export const backdrop = {
  /** The attribute, which React passes on though its types do not know it. */
  picture: (address: string | undefined): object => ({ background: address }),
  style,
  /** The class that takes the picture away on a dark screen, where the words before it turn light. */
  byDay,
  styles,
} as const;
