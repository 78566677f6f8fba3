/** The filter `currency` of merge tags (docs/rules.md#currency-filter): its argument, and how it formats a price. */
import { type Format, numberFormat } from './format.ts';

export interface CurrencyFilter {
  readonly name: 'currency';
  /** ISO 4217, such as `EUR`. */
  readonly currency: string;
}

const CURRENCY = /^[A-Z]{3}$/;

/** Parses the argument of `currency`; returns the message of its fault otherwise. */
export function parseCurrencyFilter(argument: string | null): CurrencyFilter | string {
  return argument !== null && CURRENCY.test(argument)
    ? { name: 'currency', currency: argument }
    : 'The filter `currency` takes a currency code in quotes, such as `currency: "EUR"`.';
}

/** Formats a price in the language of the mail. */
export function currencyFormat({ currency }: CurrencyFilter, locale: string): Format {
  return numberFormat(locale, { style: 'currency', currency });
}
