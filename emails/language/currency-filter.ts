/** The filter `currency` of merge tags (docs/rules.md#currency-filter): its argument, and how it formats a price. */
import { type Format, numberFormat } from './format.ts';
import { parsePath } from './parse-path.ts';

/** `P`: a variable as it is written, or where its value is. */
export type CurrencyFilter<P = readonly string[]> =
  | { readonly name: 'currency'; readonly currency: string }
  | { readonly name: 'currency'; readonly from: P };

const CURRENCY = /^[A-Z]{3}$/;

/** Parses the argument of `currency`, in quotes or not; returns the message of its fault otherwise. */
export function parseCurrencyFilter(quoted: string | null, bare: string | null): CurrencyFilter | string {
  if (quoted !== null && CURRENCY.test(quoted)) return { name: 'currency', currency: quoted };
  const from = bare === null ? null : parsePath(bare);
  return from !== null
    ? { name: 'currency', from }
    : 'The filter `currency` takes a currency code in quotes, such as `currency: "EUR"`, or a variable that has one, such as `currency: event.currency`.';
}

/** Returns the code of ISO 4217 that a value is, whatever the size of its letters; null when it is none. */
export function currencyCode(value: string): string | null {
  const code = value.trim().toUpperCase();
  return CURRENCY.test(code) ? code : null;
}

/** Formats a price in the language of the mail; of a price whose currency is unknown the number alone. */
export function currencyFormat(currency: string | null, locale: string): Format {
  return numberFormat(locale, currency === null ? { style: 'number' } : { style: 'currency', currency });
}
