/** The colours of mails whose theme and brand name none, from the format of compositions. */
import { useMemo } from 'react';
import { CompositionFormatDocument } from '../../api/operations.ts';
import { useAsk } from '../../api/use-ask.ts';
import { colorNames } from './brand-draft.ts';
import type { KnownColors } from './contrast.ts';

export function useUsualColors(): KnownColors {
  const { data } = useAsk(CompositionFormatDocument, {});
  const theme = data?.compositionFormat?.theme;
  return useMemo(() => {
    const known = new Map(theme?.map(({ name, default: value }) => [name, value] as const));
    const colorOf = (name: string) =>
      known.get(`${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_color`);
    return Object.fromEntries(
      colorNames.flatMap((name) => {
        const value = colorOf(name);
        return typeof value === 'string' ? [[name, value] as const] : [];
      }),
    );
  }, [theme]);
}
