/** CodeMirror for JSON. Loaded lazily (lazy-json-editor.tsx). */
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, linter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import { basicSetup, EditorView } from 'codemirror';
import { type ReactNode, useEffect, useRef } from 'react';
import type { FieldErrors } from '../api/fault.ts';
import { styleNonce } from '../style-nonce.ts';
import { placesOf } from './json-places.ts';

export interface JsonEditorProps {
  readonly value: string;
  readonly label: string;
  /** Errors of the service, by the path in the document. */
  readonly errors?: FieldErrors;
  readonly onChange: (text: string) => void;
}

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--code-name)' },
  { tag: tags.string, color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: tags.punctuation, color: 'var(--muted)' },
]);

export default function JsonEditor({ value, label, errors = {}, onChange }: JsonEditorProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const changed = useRef(onChange);
  changed.current = onChange;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; later values come below.
  useEffect(() => {
    if (!place.current) return;
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          basicSetup,
          json(),
          linter(jsonParseLinter()),
          lintGutter(),
          syntaxHighlighting(colors),
          EditorView.lineWrapping,
          EditorView.cspNonce.of(styleNonce),
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = made;
    return () => made.destroy();
  }, []);
  useEffect(() => {
    const { current } = view;
    if (!current || current.state.doc.toString() === value) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: value } });
  }, [value]);
  useEffect(() => {
    const { current } = view;
    if (!current) return;
    const found = placesOf(current.state, Object.keys(errors));
    const diagnostics = Object.entries(errors).flatMap(([path, messages]): Diagnostic[] => {
      const at = found.get(path);
      return at ? [{ ...at, severity: 'error', message: messages.join(' ') }] : [];
    });
    current.dispatch(setDiagnostics(current.state, diagnostics));
  }, [errors]);
  return <div className="json-editor" ref={place} />;
}
