import fc from 'fast-check';
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { render } from 'react-email';
import { describe, expect, it } from 'vitest';
import { checkTemplate } from '../../emails/check/check-template.ts';
import { compileTemplate, documentOf } from '../../emails/compile/compile.tsx';
import type { TemplateContent } from '../../emails/document/template.ts';
import { readTemplate } from '../../emails/read/read-template.ts';
import { fellBackTags, renderTemplate } from '../../emails/render/render.ts';
import { atOnce } from '../../src/ground/steps.ts';
import { anyBlocks, anyValues, anyWords } from './arbitraries.ts';
import { interpretText } from './plain-interpreter.ts';
import { content, known, options } from './sample.ts';
import { valuesInk } from './values-ink.tsx';

/** Compositions tried in each run; each is compiled and rendered through React. */
const RUNS = 150;

const anyContent = fc
  .tuple(anyWords, anyWords, anyBlocks, fc.constantFrom('ltr', 'rtl', 'auto'))
  .map(([subject, preheader, blocks, direction]) =>
    content({ subject: `S ${subject.replaceAll('\n', ' ')}`, settings: { preheader, direction }, blocks }),
  );

function checked(template: TemplateContent): TemplateContent {
  const result = checkTemplate(template, known);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.content;
}

describe('compile and fill', () => {
  it('give the HTML tree that React gives with the values in place', async () => {
    await fc.assert(
      fc.asyncProperty(anyContent, anyValues, async (template, values) => {
        const saved = checked(template);
        const { html } = renderTemplate(await compileTemplate(saved, 'en'), values, options);
        const read = atOnce(readTemplate(saved, 'en'));
        const react = await render(documentOf(read, valuesInk({ values, options }, read.look.direction)));
        expect(treeOf(html)).toEqual(treeOf(react));
      }),
      { numRuns: RUNS },
    );
  });

  it('give the text that a plain interpreter gives', async () => {
    await fc.assert(
      fc.asyncProperty(anyContent, anyValues, async (template, values) => {
        const { text } = renderTemplate(await compileTemplate(checked(template), 'en'), values, options);
        expect(text).toBe(interpretText(template, { values, options }));
      }),
      { numRuns: RUNS },
    );
  });

  it('agree on what fell back', async () => {
    await fc.assert(
      fc.asyncProperty(anyContent, anyValues, async (template, values) => {
        const compiled = await compileTemplate(checked(template), 'en');
        expect(fellBackTags(compiled, values, options)).toEqual(renderTemplate(compiled, values, options).fellBack);
      }),
      { numRuns: RUNS },
    );
  });
});

/** The tree as nested arrays: comments and React's early loading of images aside, neighbouring texts joined. */
function treeOf(html: string): unknown {
  return childrenOf(parse(html.replace(/<link rel="preload"[^>]*>/g, '').replace(/<!--(?!\[if).*?-->/gs, '')));
}

function childrenOf(node: Tree.ParentNode): readonly unknown[] {
  const children: unknown[] = [];
  for (const child of node.childNodes) {
    if (child.nodeName === '#comment') continue;
    if ('value' in child) {
      const last = children.at(-1);
      if (typeof last === 'string') children[children.length - 1] = last + child.value;
      else if (child.value !== '') children.push(child.value);
    } else if ('attrs' in child) {
      const attributes = Object.fromEntries(child.attrs.map(({ name, value }) => [name, value]));
      children.push([child.tagName, attributes, ...childrenOf(child)]);
    } else children.push(child.nodeName);
  }
  return children;
}
