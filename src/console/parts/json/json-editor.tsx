/** CodeMirror for JSON. Loaded lazily (lazy-json-editor.tsx). */
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, linter, lintGutter } from '@codemirror/lint';
import { EditorState, StateEffect } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import { basicSetup, EditorView } from 'codemirror';
import { type ReactNode, useEffect, useRef } from 'react';
import type { FieldErrors } from '../../api/fault.ts';
import { styleNonce } from '../../style-nonce.ts';
import { placesOf } from './json-places.ts';

export interface JsonEditorProps {
  readonly value: string;
  readonly label: string;
  /** Errors of the service, by the path in the document. */
  readonly errors?: FieldErrors;
  readonly onChange: (text: string) => void;
}

const noErrors: FieldErrors = {};

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--code-name)' },
  { tag: tags.string, color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: tags.punctuation, color: 'var(--muted)' },
]);

/** Milliseconds without a key after which the text is checked. */
const pause = 200;

const errorsChanged = StateEffect.define<null>();
const parseLinter = jsonParseLinter();

/** The service's errors at their places. */
function placed(state: EditorState, errors: FieldErrors): readonly Diagnostic[] {
  const found = placesOf(state, Object.keys(errors));
  return Object.entries(errors).flatMap(([path, messages]): Diagnostic[] => {
    const at = found.get(path);
    return at ? [{ ...at, severity: 'error', message: messages.join(' ') }] : [];
  });
}

export default function JsonEditor({ value, label, errors = noErrors, onChange }: JsonEditorProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const changed = useRef(onChange);
  changed.current = onChange;
  const told = useRef(errors);
  told.current = errors;
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
          linter((editor) => [...parseLinter(editor), ...placed(editor.state, told.current)], {
            delay: pause,
            needsRefresh: ({ transactions }) =>
              transactions.some(({ effects }) => effects.some((effect) => effect.is(errorsChanged))),
          }),
          lintGutter(),
          syntaxHighlighting(colors),
          EditorView.lineWrapping,
          EditorView.cspNonce.of(styleNonce),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the check reads the errors when they change.
  useEffect(() => view.current?.dispatch({ effects: errorsChanged.of(null) }), [errors]);
  return <div className="json-editor" ref={place} />;
}
