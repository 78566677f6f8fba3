/** The frame of a page of documentation that is prose: its own styles, light and dark, no script. */
import { contentPolicy, sourceHash } from '../http/page-headers.ts';
import type { Page } from './api-reference.ts';

interface Guide {
  readonly title: string;
  /** CSS beside what all of them have. */
  readonly style: string;
  /** HTML below the title. */
  readonly body: string;
}

export function guidePage({ title, style, body }: Guide): Page {
  const styles = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
${style}
`;
  return {
    type: 'text/html; charset=utf-8',
    headers: { 'Content-Security-Policy': contentPolicy({ 'style-src': sourceHash(styles), 'img-src': 'data:' }) },
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Tidings</title>
<link rel="icon" href="data:,">
<style>${styles}</style>
</head>
<body><main><h1>${title}</h1>
${body}
</main></body></html>`,
  };
}
