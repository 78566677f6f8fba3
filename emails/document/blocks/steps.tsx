import { Column, Row } from '@react-email/components';
import type { CSSProperties } from 'react';
import { z } from 'zod';
import { defineBlock, type Look, slot } from '../block.ts';
import { SPACE, typeSize } from '../scale.ts';
import { ruleColor } from '../theme.ts';
import { classesOf, mutedType, requiredText, sideOf, typeOf, WHOLE_WORDS } from './attributes.ts';

const step = z.strictObject({ label: requiredText.describe('Name of the step, in a word or two.') });

/** The steps are counted before one is read. */
const written = z.array(z.unknown()).min(2).max(5).pipe(z.array(step).min(2).max(5));

type State = 'done' | 'now' | 'ahead';

/** Before the label, in one line with it, so that colour alone says nothing. */
const SIGN = { done: '✓\u00a0', now: '', ahead: '' } as const;
const PLAIN = { done: '[x] ', now: '[>] ', ahead: '[ ] ' } as const;

export const steps = defineBlock({
  type: 'steps',
  purpose: 'Two to five steps, such as those of a delivery, up to the present one.',
  holds: 'nothing',
  attrs: z.strictObject({
    steps: written.describe('Steps from the first to the last.'),
    current: z
      .int()
      .min(1)
      .max(6)
      .default(1)
      .describe('Number of the present step; one more than there are steps says that all are done.'),
  }),
  texts: ({ steps }) => steps.map(({ label }, n) => slot('plain', `steps.${n}.label`, label)),
  component: ({ attrs, look, write }) => {
    const width = `${Math.floor(100 / attrs.steps.length)}%`;
    return (
      <Row style={{ margin: `0 0 ${look.theme.spacing}px`, wordBreak: WHOLE_WORDS }}>
        {attrs.steps.map((_step, n) => {
          const state = stateOf(n, attrs.current);
          return (
            <Column
              // biome-ignore lint/suspicious/noArrayIndexKey: steps are known by their place
              key={n}
              className={classesOf(state === 'ahead' ? 't-muted' : 't-text', state === 'ahead' ? 't-rule' : 't-accent')}
              width={width}
              valign="top"
              align={sideOf('start', look.direction)}
              style={{ ...cell(look, state), verticalAlign: 'top', width }}
            >
              {SIGN[state]}
              {write.cell(`steps.${n}.label`)}
            </Column>
          );
        })}
      </Row>
    );
  },
  plain: ({ attrs, speak }) => [
    ...attrs.steps.flatMap((_step, n) => [PLAIN[stateOf(n, attrs.current)], ...speak.text(`steps.${n}.label`), '\n']),
    '\n',
  ],
  example: {
    id: 'steps-1',
    type: 'steps',
    attrs: {
      steps: [{ label: 'Ordered' }, { label: 'Packed in {{ event.city }}' }, { label: 'Delivered' }],
      current: 2,
    },
  },
});

function stateOf(n: number, current: number): State {
  if (n + 1 === current) return 'now';
  return n + 1 < current ? 'done' : 'ahead';
}

function cell(look: Look, state: State): CSSProperties {
  const size = typeSize(look.theme.font_size, 'small');
  const color = state === 'ahead' ? ruleColor(look.theme) : look.theme.primary_color;
  const end = `${SPACE.small}px`;
  return {
    ...(state === 'ahead' ? mutedType(look, size) : typeOf(look, size)),
    ...(state === 'now' && { fontWeight: 700 }),
    borderTop: `${SPACE.tight}px solid ${color}`,
    padding: look.direction === 'rtl' ? `${end} 0 0 ${end}` : `${end} ${end} 0 0`,
  };
}
