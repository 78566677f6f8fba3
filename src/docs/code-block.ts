/** Code with highlighting: spans of highlight.js, coloured by the stylesheet. */
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import http from 'highlight.js/lib/languages/http';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import { html, type Markup, markup } from './html.ts';

const grammars = { bash, go, graphql, http, json, php, python, ruby, sql, typescript };
for (const [name, grammar] of Object.entries(grammars)) hljs.registerLanguage(name, grammar);

/** Names in Markdown fences that the grammars lack. */
const aliases: Readonly<Record<string, string>> = {
  sh: 'bash',
  ts: 'typescript',
  js: 'typescript',
  py: 'python',
  rb: 'ruby',
};

/** A block with a copy button. It scrolls, so the keyboard can reach it. */
export function codeBlock(code: string, language: string): Markup {
  const known = aliases[language] ?? language;
  const inner = hljs.getLanguage(known) ? markup(hljs.highlight(code, { language: known }).value) : code;
  return html`<pre class="code" data-language="${known}" tabindex="0"><code>${inner}</code></pre>`;
}

/** A JSON value in a block; long strings of HTML are cut. */
export function jsonBlock(value: unknown): Markup {
  return codeBlock(JSON.stringify(value, null, 2), 'json');
}
