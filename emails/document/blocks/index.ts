/** The registry: adding a block is one file beside this and one line here. */
import type { BlockType } from '../block.ts';
import { address } from './address.tsx';
import { avatar } from './avatar.tsx';
import { button } from './button.tsx';
import { calendar } from './calendar.tsx';
import { code } from './code.tsx';
import { columns } from './columns.tsx';
import { condition } from './condition.tsx';
import { coupon } from './coupon.tsx';
import { divider } from './divider.tsx';
import { fallback } from './fallback.tsx';
import { figures } from './figures.tsx';
import { footer } from './footer.tsx';
import { header } from './header.tsx';
import { heading } from './heading.tsx';
import { hero } from './hero.tsx';
import { html } from './html.tsx';
import { icons } from './icons.tsx';
import { image } from './image.tsx';
import { list } from './list.tsx';
import { map } from './map.tsx';
import { products } from './products.tsx';
import { qr } from './qr.tsx';
import { quote } from './quote.tsx';
import { repeat } from './repeat.tsx';
import { section } from './section.tsx';
import { signature } from './signature.tsx';
import { social } from './social.tsx';
import { spacer } from './spacer.tsx';
import { steps } from './steps.tsx';
import { table } from './table.tsx';
import { text } from './text.tsx';
import { totals } from './totals.tsx';

export const blockTypes: readonly BlockType[] = [
  header,
  hero,
  heading,
  text,
  button,
  fallback,
  image,
  divider,
  spacer,
  list,
  code,
  qr,
  table,
  products,
  totals,
  figures,
  steps,
  icons,
  address,
  map,
  calendar,
  avatar,
  quote,
  coupon,
  section,
  columns,
  repeat,
  condition,
  signature,
  social,
  footer,
  html,
];

export const blockTypeNames: readonly string[] = blockTypes.map(({ type }) => type);

const byType = new Map(blockTypes.map((block) => [block.type, block]));

export function blockTypeOf(type: string): BlockType | null {
  return byType.get(type) ?? null;
}
