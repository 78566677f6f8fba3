/** The smallest files of each type that an emit takes. */
const calendarText = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Example//Shop//EN',
  'BEGIN:VEVENT',
  'UID:delivery-1001@example.com',
  'DTSTAMP:20260302T090000Z',
  'DTSTART:20260304T090000Z',
  'SUMMARY:Delivery of order 1001\\, between nine',
  '  and noon',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

export const files = {
  pdf: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n%%EOF\n'),
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  jpeg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  gif: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  webp: Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64'),
  calendar: Buffer.from(calendarText),
  html: Buffer.from('<!doctype html><script>alert(1)</script>'),
  zip: Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
} as const;

export { calendarText };
