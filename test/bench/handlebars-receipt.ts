/** The same mail as Handlebars templates, made from the compiled pieces, with the same formatters as helpers. */
import type { CompiledTemplate } from '../../emails/compile.tsx';
import { applyFilters, type Filter } from '../../emails/filters.ts';
import { yearOf } from '../../emails/format.ts';
import type { BoundTag, Pieces } from '../../emails/pieces.ts';
import type { RenderOptions, TemplateValues } from '../../emails/values.ts';
import { flat } from './flat.ts';

export function handlebarsReceipt(
  handlebars: typeof import('handlebars'),
  compiled: CompiledTemplate,
  options: RenderOptions,
): (values: TemplateValues) => number {
  const filters: (readonly Filter[])[] = [];
  const own = handlebars.create();
  own.registerHelper('filtered', (value: unknown, index: number) =>
    applyFilters(String(value), filters[index] ?? [], options),
  );
  const written = (pieces: Pieces, raw: boolean) => source(pieces, filters, raw);
  const html = own.compile(written(compiled.html, false) + compiled.htmlEnd);
  const text = own.compile(written(compiled.text, true), { noEscape: true });
  const subject = own.compile(written(compiled.subject, true), { noEscape: true });
  return (values) => {
    const system = { ...values.system, current_year: yearOf(values.system.sent_on, options.timezone) };
    const context = { ...values, system };
    return flat(html(context)) + flat(text(context)) + flat(subject(context));
  };
}

function source(pieces: Pieces, filters: (readonly Filter[])[], raw: boolean): string {
  return pieces
    .map((piece): string => {
      if (typeof piece === 'string') return piece;
      switch (piece.kind) {
        case 'value':
          return tag(piece.tag, filters);
        case 'link':
          return piece.parts.map((part) => (typeof part === 'string' ? part : tag(part, filters))).join('');
        case 'repeat':
          return `{{#each ${piece.each.list.name}}}${source(piece.body, filters, raw)}{{/each}}`;
        case 'table':
          return `{{#each ${piece.each.list.name}}}${piece.cells.map((cell) => source(cell, filters, raw)).join('  ')}\n{{/each}}`;
        case 'condition':
          return `{{#if ${piece.condition.source.name}}}${source(piece.body, filters, raw)}{{/if}}`;
      }
    })
    .join('');
}

function tag(bound: BoundTag, filters: (readonly Filter[])[]): string {
  const path = bound.source.root === 'item' ? `this.${bound.source.path.join('.')}` : bound.source.name;
  if (bound.filters.length === 0) return `{{${path}}}`;
  return `{{filtered ${path} ${filters.push(bound.filters) - 1}}}`;
}
