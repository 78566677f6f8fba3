/**
 * Caches valid documents by their text, so that a repeated document is neither parsed nor validated again. The cache is
 * bounded in bytes. Invalid documents are not cached: a caller can make any number of them.
 */
import type { DocumentNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { documentCacheBytes } from './limits/graphql-limits.ts';

/** Bytes of memory for a token with the node made from it; 490 were measured. */
const bytesPerToken = 500;

export interface DocumentCache {
  get(text: string): DocumentNode | undefined;
  set(text: string, document: DocumentNode): void;
  readonly bytes: number;
}

export function createDocumentCache(maxBytes = documentCacheBytes): DocumentCache {
  const documents = new LRUCache<string, DocumentNode>({ maxSize: maxBytes });
  return {
    get: (text) => documents.get(text),
    set: (text, document) => void documents.set(text, document, { size: memoryBytes(text, document) }),
    get bytes() {
      return documents.calculatedSize;
    },
  };
}

function memoryBytes(text: string, { loc }: DocumentNode): number {
  let tokens = 0;
  // Counts comments too: the parser keeps them in the list of tokens.
  for (let token = loc?.startToken ?? null; token !== null; token = token.next) tokens += 1;
  // A text with a character outside Latin-1 takes two bytes for each character.
  return 2 * text.length + tokens * bytesPerToken;
}

export function keepDocuments(cache: DocumentCache): Plugin {
  const valid = new WeakSet<DocumentNode>();
  return {
    onParse({ params, setParsedDocument }) {
      const document = cache.get(String(params.source));
      if (document) setParsedDocument(document);
    },
    onValidate({ params: { documentAST }, context, setResult }) {
      if (valid.has(documentAST)) {
        setResult([]);
        return;
      }
      return ({ valid: passed }) => {
        const { query } = context.params;
        if (!passed || query === undefined) return;
        valid.add(documentAST);
        cache.set(query, documentAST);
      };
    },
  };
}
