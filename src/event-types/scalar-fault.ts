import { emailAddress } from '../ground/addresses/email-address.ts';
import { readTimestamp, timestampFault } from '../ground/time/timestamp.ts';
import type { ScalarType } from './event-field.ts';

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const numberPattern = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** The fault of a JSON value for a scalar field of `type`; null for a valid value. */
export function scalarFault(type: ScalarType, value: unknown): string | null {
  switch (type) {
    case 'string':
      return typeof value === 'string' ? null : 'must be a string';
    case 'number':
      return Number.isFinite(value) ? null : 'must be a number';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'must be true or false';
    case 'date':
      return typeof value === 'string' && isDate(value) ? null : 'must be a date such as 2026-01-31';
    case 'datetime':
      return typeof value === 'string' && readTimestamp(value) !== null ? null : timestampFault;
    case 'url':
      return typeof value === 'string' && isUrl(value) ? null : 'must be an http or https URL';
    case 'email':
      return emailAddress.safeParse(value).success ? null : 'must be an email address';
  }
}

/** The fault of a fallback, which is always text; null for a valid fallback. */
export function fallbackFault(type: ScalarType, text: string): string | null {
  switch (type) {
    case 'number':
      return scalarFault(type, numberPattern.test(text) ? Number(text) : text);
    case 'boolean':
      return text === 'true' || text === 'false' ? null : scalarFault(type, text);
    case 'string':
    case 'date':
    case 'datetime':
    case 'url':
    case 'email':
      return scalarFault(type, text);
  }
}

function isDate(text: string): boolean {
  const [, year, month, day] = (datePattern.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(Date.UTC(2000, month - 1, day));
  // Date.UTC would read the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function isUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
}
