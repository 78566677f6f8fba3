/**
 * The steps of the Dockerfile, taken in folders: for machines without a container runtime. It knows the instructions that
 * the file uses and refuses others, so that what is tested is what is written there.
 */
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, stat } from 'node:fs/promises';
import { basename, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { letsIn, projectFolder, readDockerfile, type Stage, type Step } from '../../support/read-dockerfile.ts';
import { debianRoot, type ImageRoot, nodeRoot, npmEnv, startIn } from './image-root.ts';

export interface Image {
  readonly root: ImageRoot;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: { readonly uid: number; readonly gid: number } | null;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly probe: readonly string[];
}

export interface Built {
  readonly image: Image;
  /** By the names of their stages, the last one's too. */
  readonly roots: readonly ImageRoot[];
}

/** In the place of the images that nothing here can fetch. */
const bases: readonly (readonly [image: RegExp, make: (folder: string) => Promise<ImageRoot>])[] = [
  [/^node:[\d.]+-bookworm-slim$/, nodeRoot],
  [/^gcr\.io\/distroless\/cc-debian12:nonroot$/, debianRoot],
];

/** `folder` gets a folder for each stage. */
export async function buildImage(folder: string): Promise<Built> {
  const made = new Map<string, Image>();
  let last: Image | null = null;
  for (const stage of readDockerfile()) {
    const place = await mkdtemp(join(folder, 'stage-'));
    // The root of a user without rights, who has to enter it.
    await chmod(place, 0o755);
    last = await buildStage(stage, place, made);
    made.set(stage.name ?? '', last);
  }
  if (!last) throw new Error('The Dockerfile has no stage');
  return { image: last, roots: [...made.values()].map(({ root }) => root) };
}

async function buildStage({ base, steps }: Stage, folder: string, made: ReadonlyMap<string, Image>): Promise<Image> {
  const [, make] = bases.find(([image]) => image.test(base)) ?? [];
  if (!make) throw new Error(`Nothing here stands for the image ${base}`);
  let image: Image = {
    root: await make(folder),
    cwd: '/',
    env: {},
    user: null,
    entrypoint: [],
    command: [],
    probe: [],
  };
  for (const step of steps) image = await take(step, image, made);
  return image;
}

async function take(step: Step, image: Image, made: ReadonlyMap<string, Image>): Promise<Image> {
  const { keyword, args, text, isJson } = step;
  switch (keyword) {
    case 'WORKDIR': {
      const cwd = posix.resolve(image.cwd, text);
      await mkdir(join(image.root.folder, cwd), { recursive: true });
      return { ...image, cwd };
    }
    case 'COPY':
      await copy(step, image, made);
      return image;
    case 'RUN':
      await runStep(isJson ? args : ['/bin/sh', '-c', text], image);
      return image;
    case 'ENV':
      return { ...image, env: { ...image.env, ...Object.fromEntries(args.map((pair) => pair.split('='))) } };
    case 'USER': {
      const [uid = 0, gid = 0] = text.split(':').map(Number);
      return { ...image, user: { uid, gid } };
    }
    case 'ENTRYPOINT':
      return { ...image, entrypoint: args };
    case 'CMD':
      return { ...image, command: args };
    case 'HEALTHCHECK':
      return { ...image, probe: args };
    // What the image says of itself.
    case 'LABEL':
    case 'EXPOSE':
    case 'STOPSIGNAL':
      return image;
    default:
      throw new Error(`The tests do not know ${keyword}`);
  }
}

/** A folder's contents go into the target, a file under its name where the target is a folder. */
async function copy({ args, flags }: Step, image: Image, made: ReadonlyMap<string, Image>): Promise<void> {
  const { from, ...others } = flags;
  if (Object.keys(others).length > 0)
    throw new Error(`The tests do not know COPY --${Object.keys(others).join(' --')}`);
  const source = from === undefined ? fileURLToPath(projectFolder) : made.get(from)?.root.folder;
  if (source === undefined) throw new Error(`There is no stage ${from}`);
  const isLetIn = letsIn();
  const target = args.at(-1) ?? '';
  const place = join(image.root.folder, posix.resolve(image.cwd, target));
  for (const name of args.slice(0, -1)) {
    const file = join(source, name);
    const isFolder = (await stat(file)).isDirectory();
    await cp(file, !isFolder && target.endsWith('/') ? join(place, basename(name)) : place, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => from !== undefined || isLetIn(relative(source, path).replaceAll('\\', '/')),
    });
    if (isFolder && (await readdir(place)).length === 0) throw new Error(`COPY ${name} copied nothing`);
  }
}

async function runStep(command: readonly string[], { root, cwd, env, user }: Image): Promise<void> {
  const child = startIn(root, { command, cwd, env: { ...npmEnv, ...env }, user, isReadOnly: false });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (said += part.toString()));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`RUN ${command.join(' ')} ended with ${code}:\n${said}`);
}
