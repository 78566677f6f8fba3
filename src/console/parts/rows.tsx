/**
 * A list of rows that loads further pages as the reader scrolls. Only the rows near the window are in the document, so a
 * list of 100,000 rows scrolls as one of a hundred.
 */
import type { LinkProps } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { PanelRight } from 'lucide-react';
import {
  type CSSProperties,
  type HTMLAttributes,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Listing } from '../api/use-ask.ts';
import { words } from '../words.ts';
import { FaultNote, FaultView } from './events/fault-view.tsx';
import { useListLook } from './messages/list-look.ts';
import { RowLink } from './row-link.tsx';
import { Skeleton } from './states.tsx';

/** Pixels; rows measure themselves once they are shown. */
const rowHeights = { close: 36, roomy: 49 } as const;
/** Rows beyond the window's edges. */
const overscan = 8;
/** The next page is asked for so many rows before the end. */
const ahead = 20;

export interface Column<Row> {
  readonly title: string;
  /** A track of a CSS grid. */
  readonly width: string;
  readonly cell: (row: Row) => ReactNode;
  /** Where the cell stands on a narrow screen: `first` a line of its own, `second` below, `hidden` not at all. */
  readonly narrow?: 'first' | 'second' | 'hidden';
  readonly align?: 'end';
  /** On a narrow screen, where no head says it, the title stands before the cell. */
  readonly isNamed?: boolean;
}

interface RowsProps<Row> {
  /** What the list holds, for assistive technology. */
  readonly label: string;
  readonly listing: Listing<Row>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** The page that a row leads to; the first column is its link. */
  readonly linkOf?: (row: Row) => LinkProps;
  readonly empty: ReactNode;
  /** What shows a row beside the list: at a press of the space bar, and from then on the row that has the focus. */
  readonly peek?: Peek;
}

export interface Peek {
  /** Key of the row that is shown; null: none. */
  readonly shown: string | null;
  readonly show: (key: string | null) => void;
}

export function Rows<Row>({ listing, empty, ...rest }: RowsProps<Row>): ReactNode {
  const { rows, fault, retry } = listing;
  if (rows === undefined) return fault ? <FaultView fault={fault} retry={retry} /> : <Skeleton lines={6} />;
  if (rows.length === 0 && fault === null && !listing.hasMore) return empty;
  return (
    <>
      {/* That nobody answers stands above the page. */}
      {fault && fault.code !== 'offline' && <FaultNote fault={fault} />}
      <Table rows={rows} listing={listing} {...rest} />
    </>
  );
}

type TableProps<Row> = Omit<RowsProps<Row>, 'empty'> & { readonly rows: readonly Row[] };

function Table<Row>({ label, listing, rows, columns, keyOf, linkOf, peek }: TableProps<Row>): ReactNode {
  const { rows: density } = useListLook();
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const look = () => {
      const { current } = list;
      if (current) setTop(current.getBoundingClientRect().top + window.scrollY);
    };
    look();
    // What stands above may grow, such as another list.
    const sizes = new ResizeObserver(look);
    sizes.observe(document.body);
    return () => sizes.disconnect();
  }, []);
  // The places of all rows are computed again when this function changes.
  const getItemKey = useCallback(
    (index: number) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row);
    },
    [rows, keyOf],
  );
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeights[density],
    overscan,
    scrollMargin: top,
    getItemKey,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every row has another height then.
  useEffect(() => virtualizer.measure(), [density]);
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const { hasMore, more } = listing;
  // Without dependencies: a page that filters most rows away may add none, and the next one is wanted at once.
  useEffect(() => {
    if (hasMore && last >= rows.length - ahead) more();
  });
  const grid = { '--columns': columns.map(({ width }) => width).join(' ') } as CSSProperties;
  return (
    <div className="rows" data-rows={density} style={grid} {...(peek ? peekHandlers(peek) : {})}>
      <div role="table" aria-label={label} aria-rowcount={hasMore ? -1 : rows.length + 1}>
        <div role="rowgroup" className="rows-head">
          <div role="row" aria-rowindex={1}>
            {columns.map(({ title, align }) => (
              <span key={title} role="columnheader" data-align={align}>
                {title}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" className="rows-body" ref={list} style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, key, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <div
                key={key}
                role="row"
                className="row"
                aria-rowindex={index + 2}
                data-index={index}
                data-link={linkOf ? true : undefined}
                data-key={key}
                data-peeked={peek?.shown === key || undefined}
                ref={virtualizer.measureElement}
                style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
              >
                <Cells row={row} columns={columns} linkOf={linkOf} />
                {peek && (
                  <span role="cell" className="row-peek">
                    <button type="button" tabIndex={-1} aria-label={words.common.peek} title={words.common.peek}>
                      <PanelRight size={15} aria-hidden />
                    </button>
                  </span>
                )}
              </div>
            );
          })}
        </div>
      </div>
      <p className="rows-end" aria-live="polite">
        {listing.isFetchingMore ? words.common.loading : hasMore ? '' : words.common.rows(rows.length)}
      </p>
    </div>
  );
}

/** One set of handlers for all rows. */
function peekHandlers({ shown, show }: Peek): HTMLAttributes<HTMLDivElement> {
  const keyAt = (target: EventTarget) =>
    target instanceof Element ? (target.closest<HTMLElement>('.row')?.dataset.key ?? null) : null;
  return {
    onKeyDown(event) {
      const key = keyAt(event.target);
      if (event.key === 'Escape' && shown !== null) show(null);
      if (event.key !== ' ' || key === null) return;
      event.preventDefault();
      show(shown === key ? null : key);
    },
    onFocus({ target }) {
      if (shown !== null) show(keyAt(target) ?? shown);
    },
    onClick({ target }) {
      const button = target instanceof Element ? target.closest('.row-peek button') : null;
      const key = button && keyAt(button);
      if (key) show(shown === key ? null : key);
    },
  };
}

interface CellsProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly linkOf: ((row: Row) => LinkProps) | undefined;
}

/** Made again when the row changes, not when it moves: links take their time. */
const Cells = memo(CellsOf) as typeof CellsOf;

function CellsOf<Row>({ row, columns, linkOf }: CellsProps<Row>): ReactNode {
  return columns.map(({ title, cell, narrow = 'second', align, isNamed }, column) => (
    <span key={title} role="cell" data-narrow={narrow} data-align={align} data-title={isNamed ? title : undefined}>
      {column === 0 && linkOf ? <RowLink place={linkOf(row)}>{cell(row)}</RowLink> : cell(row)}
    </span>
  ));
}
