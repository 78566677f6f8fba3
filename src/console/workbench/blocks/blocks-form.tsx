/** The composition as a form: blocks, settings and theme. It changes the same JSON as the editor for JSON. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldErrors } from '../../api/fault.ts';
import { FaultList } from '../../parts/events/fault-list.tsx';
import { words } from '../../words.ts';
import { type JsonPath, withValueAt } from '../json-at.ts';
import { otherFaults } from './block-faults.ts';
import { BlockList } from './block-list.tsx';
import { readBlocks } from './block-tree.ts';
import { type Blocks, BlocksContext, type Change } from './blocks-context.ts';
import type { Content } from './change-blocks.ts';
import type { Forms } from './format.ts';
import { ValueGroup } from './value-group.tsx';

const text = words.blocks;

interface BlocksFormProps {
  readonly forms: Forms;
  readonly content: Content;
  readonly errors: FieldErrors;
  readonly onChange: (content: Content) => void;
  /** Whether the document has neither settings nor a theme of its own, as a part of a layout. */
  readonly blocksOnly?: boolean;
}

export function BlocksForm({ forms, content, errors, onChange, blocksOnly = false }: BlocksFormProps): ReactNode {
  const [open, setOpen] = useState<string | null>(null);
  const [told, setTold] = useState('');
  const wanted = useRef<Pick<Change, 'focus' | 'byMenu'>>({});
  const takeFocus = () => {
    const { focus } = wanted.current;
    const element = focus ? document.getElementById(focus) : null;
    wanted.current = {};
    element?.focus();
    return element !== null;
  };
  // Without dependencies: the element that gets the focus may be new, and a moved one has lost it.
  useEffect(() => {
    // A menu that closes gives the focus back; it asks for `takeFocus` itself.
    if (!wanted.current.byMenu) takeFocus();
  });
  const change = ({ content: next, told: say, opens, ...focus }: Change) => {
    onChange(next);
    if (say) setTold(say);
    if (opens) setOpen(opens);
    wanted.current = focus;
  };
  const setValue = (path: JsonPath, value: unknown) =>
    onChange({ ...content, composition: withValueAt(content.composition, path, value) });
  const blocks: Blocks = { forms, content, errors, open, setOpen, change, setValue, takeFocus };
  const { format } = forms;
  const tags = forms.tags.filter(({ repeats }) => repeats.length === 0);
  const shared = { tags, composition: content.composition, errors, onChange: setValue };
  const known: readonly JsonPath[] = [
    ...documentBlocks(content.composition),
    ...format.settings.map(({ name }): JsonPath => [...settingsPath, name]),
    ...format.theme.map(({ name }): JsonPath => [...themePath, name]),
  ];
  return (
    <BlocksContext value={blocks}>
      <FaultList errors={otherFaults(errors, known)} />
      <BlockList list={readBlocks(content.composition)} label={text.list} />
      <p className="unseen" aria-live="polite">
        {told}
      </p>
      {!blocksOnly && (
        <>
          <ValueGroup
            {...shared}
            title={text.settings}
            fields={format.settings}
            path={settingsPath}
            texts={['preheader']}
          />
          <ValueGroup {...shared} title={text.theme} fields={format.theme} path={themePath} texts={[]} />
        </>
      )}
    </BlocksContext>
  );
}

/** Blocks show their faults themselves; those of the list as a whole stand above it. */
function documentBlocks(composition: unknown): readonly JsonPath[] {
  return readBlocks(composition).blocks.map(({ path }) => path);
}

const settingsPath: JsonPath = ['document', 'settings'];
const themePath: JsonPath = ['document', 'theme'];
