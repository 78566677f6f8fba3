/** Code samples of one request in each language of the documentation. */
import { curl } from './curl.ts';
import { go } from './go.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import type { SampleRequest } from './sample-request.ts';
import { typescript } from './typescript.ts';

export interface Language {
  /** The name in highlight.js and the stylesheet. */
  readonly id: string;
  readonly name: string;
  readonly write: (request: SampleRequest) => string;
}

export const languages: readonly Language[] = [
  { id: 'bash', name: 'curl', write: curl },
  { id: 'typescript', name: 'TypeScript', write: typescript },
  { id: 'python', name: 'Python', write: python },
  { id: 'php', name: 'PHP', write: php },
  { id: 'ruby', name: 'Ruby', write: ruby },
  { id: 'go', name: 'Go', write: go },
];
