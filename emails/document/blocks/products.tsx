import { Img } from '@react-email/components';
import type { CSSProperties } from 'react';
import { z } from 'zod';
import { defineBlock, type Look, slot, type Write } from '../block.ts';
import { RADIUS, SPACE, typeSize } from '../scale.ts';
import { pixels, ruleColor } from '../theme.ts';
import {
  classesOf,
  itemName,
  listPath,
  mutedType,
  panel,
  requiredText,
  sideOf,
  text,
  typeOf,
  WHOLE_WORDS,
} from './attributes.ts';

export const products = defineBlock({
  type: 'products',
  purpose: 'A row for each product of a list: picture, name, detail, quantity and price.',
  holds: 'nothing',
  attrs: z.strictObject({
    each: listPath.describe('List whose items are the products, without braces, such as event.items.'),
    as: itemName,
    image: requiredText
      .optional()
      .describe('Address of a square picture, https, usually a merge tag of the item; no pictures by default.'),
    image_size: pixels(24, 96).default(64).describe('Width and height of the pictures, in pixels.'),
    name: requiredText.describe('Name of the product; merge tags can read the item.'),
    detail: text.default('').describe('Size, colour or the like; left out where its first merge tag has no value.'),
    quantity: text.default('').describe('Words for the quantity, such as Qty {{ item.quantity }}.'),
    price: text.default('').describe('Price of the row; merge tags can read the item.'),
  }),
  texts: ({ image, name, detail, quantity, price }) =>
    [
      ...(image === undefined ? [] : [slot('src', 'image', image)]),
      slot('plain', 'name', name),
      slot('plain', 'detail', detail),
      slot('plain', 'quantity', quantity),
      slot('plain', 'price', price),
    ].map((one) => ({ ...one, perItem: true })),
  each: ({ each, as }) => ({ each, as, limit: null }),
  component: ({ attrs, look, write }) => {
    const small = typeSize(look.theme.font_size, 'small');
    const cell = cellOf(look);
    const line = (row: Write, name: 'detail' | 'quantity') => (
      <span className="t-muted" style={{ ...mutedType(look, small), display: 'block' }}>
        {row.cell(name)}
      </span>
    );
    return (
      <table role="presentation" width="100%" border={0} cellPadding="0" cellSpacing="0" style={tableStyle(look)}>
        <tbody>
          {write.repeat((row) => (
            <tr>
              {attrs.image !== undefined && (
                // As narrow as the picture, and no wider than a hair where an item has none.
                <td className="t-rule" width="1" style={{ ...cell, width: '1px' }}>
                  {row.whenPresent(
                    'image',
                    <div style={{ padding: edges(look, 'first') }}>
                      <Img
                        src={row.link('image')}
                        alt=""
                        width={attrs.image_size}
                        height={attrs.image_size}
                        className={panel(look).className}
                        style={{
                          backgroundColor: panel(look).color,
                          borderRadius: `${Math.min(look.theme.border_radius, RADIUS.small)}px`,
                          display: 'block',
                        }}
                      />
                    </div>,
                  )}
                </td>
              )}
              <td
                className={classesOf('t-text', 't-rule')}
                style={{ ...typeOf(look), ...cell, padding: edges(look, 'between') }}
              >
                {/* Over the hair of an item without a picture: its words begin where the line below them does. */}
                <div style={attrs.image === undefined ? {} : { [startMargin(look)]: '-1px' }}>
                  <span style={{ display: 'block', fontWeight: 600 }}>{row.cell('name')}</span>
                  {attrs.detail !== '' && row.whenPresent('detail', line(row, 'detail'))}
                  {attrs.quantity !== '' && line(row, 'quantity')}
                </div>
              </td>
              {attrs.price !== '' && (
                <td
                  className="t-text t-rule"
                  style={{
                    ...typeOf(look),
                    ...cell,
                    padding: edges(look, 'last'),
                    textAlign: sideOf('end', look.direction),
                  }}
                >
                  {row.cell('price')}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    );
  },
  plain: ({ attrs, look, speak }) => {
    const cells = [
      speak.text('name'),
      ...(attrs.detail === '' ? [] : [speak.whenPresent('detail', speak.text('detail'))]),
      ...(attrs.quantity === '' ? [] : [speak.text('quantity')]),
    ];
    const price = attrs.price === '' ? [] : [speak.text('price')];
    const all = [...cells, ...price];
    return [
      ...speak.table(
        all.map(() => []),
        all,
        all.map((_cell, n) => sideOf(n < cells.length ? 'start' : 'end', look.direction)),
      ),
      '\n',
    ];
  },
  example: {
    id: 'products-1',
    type: 'products',
    attrs: {
      each: 'event.items',
      as: 'item',
      image: 'https://shop.example/images/{{ item.name }}.png',
      name: '{{ item.name }}',
      detail: 'Sage green',
      quantity: 'Qty {{ item.quantity | number }}',
      price: '{{ item.price | currency: "EUR" }}',
    },
  },
});

function tableStyle({ theme }: Look): CSSProperties {
  return { borderCollapse: 'collapse', margin: `0 0 ${theme.spacing}px`, width: '100%', wordBreak: WHOLE_WORDS };
}

const startMargin = ({ direction }: Look) => (direction === 'rtl' ? 'marginRight' : 'marginLeft');

const cellOf = ({ theme }: Look): CSSProperties => ({
  borderBottom: `1px solid ${ruleColor(theme)}`,
  padding: 0,
  verticalAlign: 'top',
});

/** Cells have padding to their neighbours; the outer edges are those of the text above and below. */
function edges({ direction }: Look, place: 'first' | 'between' | 'last'): string {
  const [before, after] = place === 'first' ? [0, SPACE.normal] : place === 'last' ? [SPACE.normal, 0] : [0, 0];
  const [right, left] = direction === 'rtl' ? [before, after] : [after, before];
  return `${SPACE.medium}px ${right}px ${SPACE.medium}px ${left}px`;
}
