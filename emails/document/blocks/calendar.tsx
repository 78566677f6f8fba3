import { Column, Link, Row } from '@react-email/components';
import { z } from 'zod';
import { defineBlock, programSlot, slot } from '../block.ts';
import { SPACE, typeSize } from '../scale.ts';
import { headingType, mutedType, requiredText, sideOf, text, typeOf } from './attributes.ts';

/** One merge tag without a filter, or a day or a time itself; a formatted time is for people alone. */
const moment = z
  .string()
  .max(200)
  .regex(
    /^(?:\{\{[^{}|]+\}\}|\d{4}-\d{2}-\d{2}(?:T[0-9:.]+(?:Z|[+-]\d{2}:?\d{2}))?)$/,
    'must be one merge tag without a filter, a day such as 2027-01-15 or a time such as 2027-01-15T18:00:00Z',
  );

export const calendar = defineBlock({
  type: 'calendar',
  purpose: 'An appointment, with a calendar file (.ics) that the mail brings along.',
  holds: 'nothing',
  attrs: z.strictObject({
    title: requiredText.describe('Name of the appointment, such as Your table at The Harbour.'),
    starts: moment.describe('When it begins, for calendars: {{ event.starts_at }}, of a date or a datetime field.'),
    ends: moment.optional().describe('When it ends, or the last day; by default calendars know the beginning alone.'),
    when: requiredText.describe('The time for readers, such as {{ event.starts_at | datetime: "long" }}.'),
    location: text.default('').describe('Place of the appointment, such as 12 Harbour Street; none by default.'),
    details: text.default('').describe('More for the calendar alone, such as what to bring; none by default.'),
    href: requiredText.optional().describe('Target of a link on the title, such as the booking; none by default.'),
  }),
  texts: ({ title, starts, ends, when, location, details, href }) => [
    slot('plain', 'title', title),
    programSlot('starts', starts),
    ...(ends === undefined ? [] : [programSlot('ends', ends)]),
    slot('plain', 'when', when),
    slot('plain', 'location', location),
    slot('plain', 'details', details),
    ...(href === undefined ? [] : [slot('href', 'href', href)]),
  ],
  component: ({ attrs, look, write }) => {
    const { theme, direction } = look;
    const title = headingType(look, typeSize(theme.font_size, 'large'));
    const start = direction === 'rtl' ? 'borderRight' : 'borderLeft';
    const line = { display: 'block' } as const;
    return (
      <Row style={{ margin: `0 0 ${theme.spacing}px` }}>
        <Column
          className="t-accent"
          align={sideOf('start', direction)}
          style={{
            [start]: `4px solid ${theme.primary_color}`,
            padding: `${SPACE.tight}px ${SPACE.normal}px`,
          }}
        >
          <span className="t-text" style={{ ...title, ...line }}>
            {attrs.href === undefined ? (
              write.text('title')
            ) : (
              <Link href={write.link('href')} className="t-text" style={{ color: title.color }}>
                {write.text('title')}
              </Link>
            )}
          </span>
          <span className="t-text" style={{ ...typeOf(look), ...line }}>
            {write.text('when')}
          </span>
          {attrs.location !== '' && (
            <span className="t-muted" style={{ ...mutedType(look, typeSize(theme.font_size, 'small')), ...line }}>
              {write.text('location')}
            </span>
          )}
          {write.calendar({
            title: 'title',
            starts: 'starts',
            ...(attrs.ends !== undefined && { ends: 'ends' }),
            location: 'location',
            details: 'details',
            ...(attrs.href !== undefined && { url: 'href' }),
          })}
        </Column>
      </Row>
    );
  },
  plain: ({ attrs, speak }) => [
    ...speak.text('title'),
    ...(attrs.href === undefined ? [] : speak.link('href', ' (', ')')),
    '\n',
    ...speak.text('when'),
    '\n',
    ...(attrs.location === '' ? [] : [...speak.text('location'), '\n']),
    '\n',
  ],
  example: {
    id: 'calendar-1',
    type: 'calendar',
    attrs: {
      title: 'Delivery of order {{ event.order_number }}',
      starts: '{{ event.placed_at }}',
      when: '{{ event.placed_at | datetime: "long" }}',
      location: '12 Harbour Street, {{ event.city }}',
      details: 'Ring twice, please.',
      href: '{{ event.tracking_url }}',
    },
  },
});
