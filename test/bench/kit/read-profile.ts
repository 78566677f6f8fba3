/** Which functions of a CPU profile the time was spent in, by the sources that the bundle was made of. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  /** Ids of nodes. */
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  /** Ids of the nodes that it called. */
  readonly children?: readonly number[];
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
    readonly columnNumber: number;
  };
}

export interface HotSpot {
  /** Part of the time in which the thread was not idle, 0 to 1. */
  readonly share: number;
  readonly name: string;
  /** `src/db/rows.ts:12`, `pg-protocol`, `node:net`, or empty for V8's own work. */
  readonly place: string;
}

export interface ProfileReport {
  /** Part of the time in which the thread was not idle, 0 to 1. */
  readonly busy: number;
  readonly functions: readonly HotSpot[];
  /** The same time by file of ours, package or module of Node. */
  readonly places: readonly HotSpot[];
  /** The same time by the nearest caller: a function of ours, or else a package. */
  readonly callers: readonly HotSpot[];
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

export function readProfile(profile: CpuProfile): ProfileReport {
  const sourcePlace = createSourcePlaces();
  const times = new Map<number, number>();
  for (const [index, id] of profile.samples.entries()) {
    times.set(id, (times.get(id) ?? 0) + Math.max(0, profile.timeDeltas[index] ?? 0));
  }
  const functions = new Map<string, Spent>();
  const places = new Map<string, Spent>();
  const callers = new Map<string, Spent>();
  const callerOf = createCallers(profile.nodes, sourcePlace);
  let [busy, whole] = [0, 0];
  for (const { id, callFrame } of profile.nodes) {
    const time = times.get(id) ?? 0;
    if (!isProfiler(callFrame)) whole += time;
    if (callFrame.functionName === '(idle)' || isProfiler(callFrame) || time === 0) continue;
    busy += time;
    const place = sourcePlace(callFrame);
    const name = callFrame.functionName || '(anonymous)';
    add(functions, `${name} ${place}`, { name, place, time });
    const file = place.replace(/:\d+$/, '') || name;
    add(places, file, { name: '', place: file, time });
    const caller = callerOf(id);
    add(callers, `${caller.name} ${caller.place}`, { ...caller, time });
  }
  return {
    busy: whole === 0 ? 0 : busy / whole,
    functions: sorted(functions, busy),
    places: sorted(places, busy),
    callers: sorted(callers, busy),
  };
}

type Caller = Pick<Spent, 'name' | 'place'>;

/**
 * Work of Node, of V8 and of packages belongs to the nearest function of ours that called it; where none did, to the
 * nearest package, and then to the function itself.
 */
function createCallers(nodes: readonly ProfileNode[], sourcePlace: SourcePlace): (id: number) => Caller {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  return (id) => {
    let inPackage: string | null = null;
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const frame = byId.get(at)?.callFrame;
      if (!frame?.url.startsWith('file:')) continue;
      const place = sourcePlace(frame);
      if (/\.tsx?:\d+$/.test(place)) return { name: frame.functionName || '(anonymous)', place };
      inPackage ??= place;
    }
    return { name: inPackage === null ? (byId.get(id)?.callFrame.functionName ?? '') : '', place: inPackage ?? '' };
  };
}

/** The start of the profile itself. */
function isProfiler({ functionName, url }: ProfileNode['callFrame']): boolean {
  return functionName === 'post' && url === 'node:inspector';
}

type SourcePlace = (frame: ProfileNode['callFrame']) => string;

interface Spent {
  readonly name: string;
  readonly place: string;
  readonly time: number;
}

function add(into: Map<string, Spent>, key: string, spent: Spent): void {
  into.set(key, { ...spent, time: spent.time + (into.get(key)?.time ?? 0) });
}

function sorted(spent: ReadonlyMap<string, Spent>, busy: number): readonly HotSpot[] {
  return [...spent.values()]
    .map(({ name, place, time }) => ({ name, place, share: busy === 0 ? 0 : time / busy }))
    .sort((a, b) => b.share - a.share);
}

/** Reads the source map beside each script, once. */
function createSourcePlaces(): SourcePlace {
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (file: string) => {
    const known = maps.get(file);
    if (known !== undefined) return known;
    const mapFile = `${file}.map`;
    const map = existsSync(mapFile) ? new SourceMap(JSON.parse(readFileSync(mapFile, 'utf8'))) : null;
    maps.set(file, map);
    return map;
  };
  return ({ url, lineNumber, columnNumber }) => {
    if (!url.startsWith('file:')) return url;
    const entry = mapOf(fileURLToPath(url))?.findEntry(lineNumber, columnNumber);
    if (!entry || !('originalSource' in entry)) return placeOf(relative(root, fileURLToPath(url)), lineNumber);
    const source = new URL(entry.originalSource, url);
    return placeOf(relative(root, fileURLToPath(source)), entry.originalLine);
  };
}

/** A package by its name, a file of ours by its path and line. */
function placeOf(path: string, line: number): string {
  const inPackage = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path)?.[1];
  return inPackage ?? `${path}:${line + 1}`;
}
