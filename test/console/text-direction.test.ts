/** The direction in which the editor shows a text of a template. */
import { expect, test } from 'vitest';
import { directionOf } from '../../src/console/workbench/text-direction.ts';

const hebrew = '\u05e9\u05dc\u05d5\u05dd';

test.each([
  ['a text that begins with a tag has the direction of its language', `{{ event.name }}, ${hebrew}`, 'he', 'rtl'],
  ['also behind signs', `**({{ event.name }})** ${hebrew}`, 'fa-IR', 'rtl'],
  ['and in a language from left to right', `{{ event.name }}, welcome`, 'en', 'ltr'],
  ['a text that begins with its own letters has theirs', `${hebrew} {{ event.name }}`, 'he', 'auto'],
  ['in any language', 'Hello {{ event.name }}', 'ar', 'auto'],
  ['a language that is still being typed has none', '{{ event.name }}', 'h-', 'auto'],
  ['nor has one that is not known', '{{ event.name }}', null, 'auto'],
])('%s', (_what, text, locale, direction) => {
  expect(directionOf(text, locale)).toBe(direction);
});
