/** Says in which zone the times of a page are; where the workspace has another one than the reader, it is chosen here. */
import { type ReactNode, use } from 'react';
import { words } from '../words.ts';
import { keepTimesOf, PageZone, readerZone, useZone } from './zone.ts';

const text = words.time;

export function ZoneChoice(): ReactNode {
  const page = use(PageZone);
  const zone = useZone();
  if (page === null || page === readerZone) return <p className="hint">{text.inZone(zoneInWords(zone))}</p>;
  return (
    <label className="filter zone-choice">
      <span>{text.zone}</span>
      <select
        value={zone === page ? 'workspace' : 'reader'}
        onChange={({ target }) => keepTimesOf(target.value === 'workspace' ? 'workspace' : 'reader')}
      >
        <option value="reader">{text.yours(zoneInWords(readerZone))}</option>
        <option value="workspace">{text.ofWorkspace(zoneInWords(page))}</option>
      </select>
    </label>
  );
}

/** The name of a zone without the signs of a program. */
export const zoneInWords = (zone: string): string => zone.replaceAll('_', ' ');
