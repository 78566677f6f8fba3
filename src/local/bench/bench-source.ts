/** Where the bench finds a mail: a file of the folder, a starter, a template of the service, or the example of a block. */
import { join } from 'node:path';
import { type Brand, blockStarter, checkBrand, type SampleAttribute, type Starter } from '../../../emails/index.ts';
import { starterNames, starters } from '../../../emails/starters.ts';
import { didYouMean } from '../../ground/input/near-name.ts';
import { askRest, type RunningService } from '../ask-service.ts';
import { fetchStarter, listServiceMails, type ServiceMails } from '../fetch-starter.ts';
import { FileFault, jsonFiles, readStarterFile } from '../starter-file.ts';
import { sampleBrand } from './sample-brand.ts';

export interface BenchPlaces {
  /** Folder of the designer's files, absolute. */
  readonly folder: string;
  /** The service whose templates are shown; throws an error in words where there is none. */
  readonly service: () => Promise<RunningService>;
}

export const mailKinds = ['file', 'starter', 'service', 'block'] as const;
export type MailKind = (typeof mailKinds)[number];

export interface Source {
  readonly starter: Starter;
  readonly attributes: readonly SampleAttribute[];
}

/** Throws an error in words. */
export async function readSource({ folder, service }: BenchPlaces, kind: MailKind, name: string): Promise<Source> {
  switch (kind) {
    case 'file': {
      const files = await jsonFiles(folder);
      if (!files.includes(`${name}.json`)) {
        throw new FileFault(noMail(name, files));
      }
      return { starter: (await readStarterFile(join(folder, `${name}.json`))).starter, attributes: [] };
    }
    case 'starter': {
      const starter = starterNames.find((known) => known === name);
      if (starter === undefined)
        throw new FileFault(`There is no starter ${name}${didYouMean(name, starterNames) || '.'}`);
      return { starter: starters[starter], attributes: [] };
    }
    case 'service': {
      const running = await service();
      const { attributes } = await listServiceMails(running);
      return { starter: (await fetchStarter(running, name, null)).starter, attributes };
    }
    case 'block': {
      const starter = blockStarter(name);
      if (starter === null) throw new FileFault(`There is no block ${name}.`);
      return { starter, attributes: [] };
    }
  }
}

function noMail(name: string, files: readonly string[]): string {
  const names = files.map((file) => file.replace(/\.json$/, ''));
  return `There is no mail ${name} in this folder${didYouMean(name, names)}. There are: ${names.join(', ') || 'none yet'}.`;
}

/** `usual` is that of the service where there is one, as the mails are sent. */
export const brandKinds = ['usual', 'none', 'sample', 'service'] as const;
export type BrandKind = (typeof brandKinds)[number];

/** Null: no brand, also where the service has none. */
export async function readBrandOf(places: BenchPlaces, kind: BrandKind): Promise<Brand | null> {
  switch (kind) {
    case 'none':
      return null;
    case 'sample':
      return sampleBrand;
    case 'service':
      return brandOfService(places);
    case 'usual':
      return brandOfService(places).catch(() => null);
  }
}

async function brandOfService({ service }: BenchPlaces): Promise<Brand | null> {
  const { status, body } = await askRest(await service(), 'GET', '/brand');
  if (status !== 200) return null;
  const { version: _version, updated_at: _updatedAt, ...brand } = body.data;
  const checked = checkBrand(brand);
  return checked.ok ? checked.brand : null;
}

/** What the service has to show; where it cannot be asked, why. */
export async function readServiceMails({
  service,
}: BenchPlaces): Promise<
  (Pick<ServiceMails, 'eventTypes'> & { readonly url: string }) | { readonly unavailable: string }
> {
  try {
    const running = await service();
    return { url: running.baseUrl, eventTypes: (await listServiceMails(running)).eventTypes };
  } catch (error) {
    return { unavailable: error instanceof Error ? error.message : String(error) };
  }
}
