/** The Dockerfile as stages of steps, in the form in which test/interop/programs/build-image.ts takes them. */
import { readFileSync } from 'node:fs';
import { DockerfileParser, type Instruction } from 'dockerfile-ast';

export interface Step {
  /** Such as `COPY`. */
  readonly keyword: string;
  /** Without the flags; of an instruction in the form of JSON, its strings. */
  readonly args: readonly string[];
  /** Such as `from` of `COPY --from=build`. */
  readonly flags: Readonly<Record<string, string>>;
  /** The arguments as they are written. */
  readonly text: string;
  readonly isJson: boolean;
}

export interface Stage {
  /** Null for the last one. */
  readonly name: string | null;
  /** The image that it begins with, its variable replaced by the default. */
  readonly base: string;
  readonly steps: readonly Step[];
}

export const projectFolder = new URL('../../', import.meta.url);

export function readDockerfile(): readonly Stage[] {
  const text = readFileSync(new URL('Dockerfile', projectFolder), 'utf8');
  const defaults = new Map<string, string>();
  const stages: { name: string | null; base: string; steps: Step[] }[] = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const step = stepOf(instruction);
    const { keyword, args } = step;
    if (keyword === 'FROM') {
      const [image = '', , name = null] = args;
      const base = image.replace(/\$\{(\w+)\}/g, (_, variable: string) => defaults.get(variable) ?? '');
      stages.push({ name, base, steps: [] });
    } else if (keyword === 'ARG' && stages.length === 0) {
      const [variable = '', value = ''] = args.join(' ').split('=');
      defaults.set(variable, value);
    } else {
      const stage = stages.at(-1);
      if (!stage) throw new Error(`${keyword} stands before the first FROM`);
      stage.steps.push(step);
    }
  }
  return stages;
}

function stepOf(instruction: Instruction): Step {
  const flags = 'getFlags' in instruction ? (instruction.getFlags as () => readonly Flag[])() : [];
  const text = (instruction.getArgumentsContent() ?? '').trim();
  const written = instruction.getArguments().map((argument) => argument.getValue());
  // A HEALTHCHECK has a word before its list.
  const json = /^(?:CMD\s+)?(\[.*\])$/s.exec(written.join(' '))?.[1];
  return {
    keyword: instruction.getKeyword(),
    args: json === undefined ? written : (JSON.parse(json) as readonly string[]),
    flags: Object.fromEntries(flags.map((flag) => [flag.getName(), flag.getValue() ?? ''])),
    text,
    isJson: json !== undefined,
  };
}

interface Flag {
  getName(): string;
  getValue(): string | null;
}

/** Whether .dockerignore lets a path in. It understands the forms that the file uses: `*`, `!path` and `path`. */
export function letsIn(): (path: string) => boolean {
  const lines = readFileSync(new URL('.dockerignore', projectFolder), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const unknown = lines.filter((line) => !/^(?:\*|!?[\w.-]+(?:\/[\w.-]+)*)$/.test(line));
  if (unknown.length > 0) throw new Error(`The tests do not understand ${unknown.join(', ')} of .dockerignore`);
  return (path) => {
    let isIn = true;
    for (const line of lines) {
      const name = line.replace('!', '');
      // The last line that is about a path decides.
      if (name === '*' || path === name || path.startsWith(`${name}/`)) isIn = line.startsWith('!');
    }
    return isIn;
  };
}
