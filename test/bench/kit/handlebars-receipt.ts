/** The same mail as Handlebars templates, made from the compiled pieces, with the same formatters as helpers. */
import type { CompiledTemplate } from '../../../emails/compile/compiled-template.ts';
import type { BoundTag, Piece, Pieces } from '../../../emails/compile/pieces.ts';
import { applyFilters, type Filter } from '../../../emails/language/filters.ts';
import { yearOf } from '../../../emails/language/format.ts';
import type { Source } from '../../../emails/language/sources.ts';
import type { RenderOptions, TemplateValues } from '../../../emails/render/values.ts';
import { WorkBudget } from '../../../emails/render/work-budget.ts';
import { flat } from './flat.ts';

export function handlebarsReceipt(
  handlebars: typeof import('handlebars'),
  compiled: CompiledTemplate,
  options: RenderOptions,
): (values: TemplateValues) => number {
  const filters: (readonly Filter<Source>[])[] = [];
  const own = handlebars.create();
  const work = new WorkBudget(Number.POSITIVE_INFINITY);
  own.registerHelper('filtered', (value: unknown, index: number) =>
    applyFilters(String(value), filters[index] ?? [], options, work, () => null),
  );
  const html = own.compile(source(compiled.html, filters) + compiled.htmlEnd);
  const text = own.compile(source(compiled.text, filters), { noEscape: true });
  const subject = own.compile(source(compiled.subject, filters), { noEscape: true });
  return (values) => {
    const system = { ...values.system, current_year: yearOf(values.system.sent_on, options.timezone) };
    const context = { ...values, system };
    return flat(html(context)) + flat(text(context)) + flat(subject(context));
  };
}

function source(pieces: Pieces, filters: (readonly Filter<Source>[])[]): string {
  return pieces.map((piece) => sourceOf(piece, filters)).join('');
}

function sourceOf(piece: Piece, filters: (readonly Filter<Source>[])[]): string {
  if (typeof piece === 'string') return piece;
  switch (piece.kind) {
    case 'value':
      return tag(piece.tag, filters);
    case 'link':
      return piece.parts.map((part) => (typeof part === 'string' ? part : tag(part, filters))).join('');
    case 'made':
      // Handlebars makes no files; the receipt has none.
      return '';
    case 'repeat':
      return `{{#each ${piece.each.list.name}}}${source(piece.body, filters)}{{/each}}`;
    case 'table':
      return `{{#each ${piece.each.list.name}}}${piece.cells.map((cell) => source(cell, filters)).join('  ')}\n{{/each}}`;
    case 'condition':
      return `{{#if ${piece.condition.source.name}}}${source(piece.body, filters)}{{/if}}`;
  }
}

function tag(bound: BoundTag, filters: (readonly Filter<Source>[])[]): string {
  const path = bound.source.root === 'item' ? `this.${bound.source.path.join('.')}` : bound.source.name;
  if (bound.filters.length === 0) return `{{${path}}}`;
  return `{{filtered ${path} ${filters.push(bound.filters) - 1}}}`;
}
