/** The merge tags that a text can hold, in a menu. */
import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import { Braces, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { words } from '../../words.ts';
import type { MergeTag } from './format.ts';

const text = words.blocks;

interface TagMenuProps {
  readonly tags: readonly MergeTag[];
  /** The name of the text. */
  readonly of: string;
  readonly onPick: (tag: string) => void;
  /** Called when the menu has closed. Returns whether the focus was given away. */
  readonly onClosed: () => boolean;
}

export function TagMenu({ tags, of, onPick, onClosed }: TagMenuProps): ReactNode {
  const suitable = tags.filter(({ uses, forms }) => uses.includes('text') && forms.length > 0);
  if (suitable.length === 0) return null;
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="tag-button" aria-label={text.insertTagInto(of)} title={text.insertTag}>
        <Braces size={13} aria-hidden />
        {text.tag}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu tags"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => onClosed() && event.preventDefault()}
        >
          {suitable.map((tag) => (
            <TagItem key={tag.path} tag={tag} onPick={onPick} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Values that nobody writes without a filter. */
const formatted = new Set(['date', 'datetime', 'number']);

function TagItem({ tag, onPick }: { readonly tag: MergeTag; readonly onPick: (tag: string) => void }): ReactNode {
  const { written, type, forms } = tag;
  const name = (
    <span>
      <code>{written}</code>
      <span className="hint">{text.tagFacts(text.types[type], tag.required, tag.fallback ?? null)}</span>
    </span>
  );
  if (!formatted.has(type)) {
    return (
      <DropdownMenu.Item textValue={written} onSelect={() => onPick(forms[0]?.tag ?? '')}>
        {name}
      </DropdownMenu.Item>
    );
  }
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger textValue={written}>
        {name}
        <ChevronRight size={14} aria-hidden />
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal>
        <DropdownMenu.SubContent className="menu tags" collisionPadding={8}>
          {forms.map((form) => (
            <DropdownMenu.Item key={form.tag} textValue={form.text} onSelect={() => onPick(form.tag)}>
              <span>
                {form.text}
                <code className="hint">{form.tag}</code>
              </span>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  );
}
