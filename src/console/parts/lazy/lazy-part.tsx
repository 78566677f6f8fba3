/**
 * A part of the console in a file of its own, loaded when it is first shown. A file that does not load never takes what
 * is around the part away: the place of the part says so, and the part is loaded again (part-fault.tsx).
 */
import { type ComponentType, type ReactNode, Suspense, use } from 'react';
import { Skeleton } from '../states.tsx';
import { firstContents } from './first-contents.ts';
import { PartBoundary, PartMissing } from './part-boundary.tsx';
import { PartFault } from './part-fault.tsx';

interface LazyOptions {
  /** Whether the part is a whole page, which is loaded with the whole console where a new version was deployed. */
  readonly isPage?: boolean;
  /** Shown until the part is loaded. */
  readonly waiting?: ReactNode;
  /** Shown in place of the fault and its button, by a part that the page does without. */
  readonly without?: ReactNode;
  /** Whether a reader may want the part at any moment, such as a menu: it is loaded right after the first contents. */
  readonly isSoon?: boolean;
}

export interface Preloaded {
  /** Loads the file ahead of the first use. */
  readonly preload: () => Promise<void>;
  readonly isLoaded: () => boolean;
}

export interface LazyPart<Props> extends Preloaded {
  (props: Props): ReactNode;
}

/** The file of a part: what was loaded of it, or is being loaded. */
interface PartFile<Props> {
  readonly load: () => Promise<ComponentType<Props>>;
  loaded: ComponentType<Props> | null;
  loading: Promise<ComponentType<Props>> | null;
}

export function lazyPart<Props extends object>(
  load: PartFile<Props>['load'],
  options: LazyOptions = {},
): LazyPart<Props> {
  const file: PartFile<Props> = { load, loaded: null, loading: null };
  // A file that was not there for a link that was pointed at is asked for again by the click.
  const preload = () =>
    read(file).then(
      () => undefined,
      () => forget(file),
    );
  if (options.isSoon) void firstContents().then(preload);
  const isLoaded = () => file.loaded !== null;
  return Object.assign((props: Props) => <PartPlace file={file} options={options} props={props} />, {
    preload,
    isLoaded,
  });
}

function read<Props>(file: PartFile<Props>): Promise<ComponentType<Props>> {
  file.loading ??= file.load().then(
    (component) => {
      file.loaded = component;
      return component;
    },
    (error: unknown) => {
      throw new PartMissing(error);
    },
  );
  return file.loading;
}

function forget<Props>(file: PartFile<Props>): void {
  file.loading = null;
}

interface PlaceProps<Props> {
  readonly file: PartFile<Props>;
  readonly options: LazyOptions;
  readonly props: Props;
}

function PartPlace<Props extends object>({ file, options, props }: PlaceProps<Props>): ReactNode {
  const { isPage = false, waiting = <Skeleton lines={8} />, without } = options;
  return (
    <PartBoundary
      fault={(tries, again) => <PartFault isPage={isPage} without={without} tries={tries} again={again} />}
      onAgain={() => forget(file)}
    >
      <Suspense fallback={waiting}>
        <Loaded file={file} props={props} />
      </Suspense>
    </PartBoundary>
  );
}

function Loaded<Props extends object>({ file, props }: Omit<PlaceProps<Props>, 'options'>): ReactNode {
  const Component = file.loaded ?? use(read(file));
  return <Component {...props} />;
}
