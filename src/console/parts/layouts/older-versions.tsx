/** Older versions of a layout: one is taken into the form, where a save makes it the next version. */
import { type ReactNode, useState } from 'react';
import { type LayoutContentFragment, LayoutOfBeforeDocument } from '../../api/operations.ts';
import { useAsk } from '../../api/use-ask.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { FaultNote } from '../events/fault-view.tsx';
import { SelectField } from '../forms/field.tsx';
import { Card } from '../page.tsx';

const text = words.layouts;
/** The latest of them. */
const listed = 50;

interface OlderVersionsProps {
  readonly name: string;
  /** The number of the present version. */
  readonly present: number;
  readonly onTake: (older: LayoutContentFragment) => void;
}

export function OlderVersions({ name, present, onTake }: OlderVersionsProps): ReactNode {
  const [picked, setPicked] = useState('');
  const { data, fault } = useAsk(LayoutOfBeforeDocument, { name, version: Number(picked) }, { enabled: picked !== '' });
  const older = picked === '' ? null : (data?.layout ?? null);
  const numbers = Array.from({ length: Math.min(listed, present - 1) }, (_none, n) => present - 1 - n);
  if (numbers.length === 0) return null;
  return (
    <Card title={text.versions} hint={text.versionsHint}>
      <SelectField
        label={text.olderVersion}
        value={picked}
        options={[['', text.noOlder(present)], ...numbers.map((n) => [String(n), text.version(n)] as const)]}
        onChange={({ target }) => setPicked(target.value)}
      />
      {fault && <FaultNote fault={fault} />}
      <Button disabled={older === null} onClick={() => older && onTake(older)}>
        {text.take}
      </Button>
    </Card>
  );
}
