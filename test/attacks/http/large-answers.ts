/** Many large responses of one caller at once: read as they come, and never read. */
import type { Attack, World } from '../harness/attack.ts';
import type { AttackerPlatform } from '../harness/attacker-platform.ts';
import { openSockets } from '../harness/bare-requests.ts';
import type { Answer } from '../harness/reply.ts';

/** A platform with a full page of contacts, each of so many bytes. */
async function largeContacts(
  world: World,
  bytes: number,
): Promise<{ readonly platform: AttackerPlatform; readonly saved: Answer }> {
  const platform = await world.platform();
  await platform.rest('POST', '/attribute-definitions', { key: 'note', name: 'Note', type: 'string' });
  const contacts = Array.from({ length: 50 }, (_, n) => ({
    reference: `large-${n}`,
    email: `large-${n}@example.com`,
    attributes: { note: 'x'.repeat(bytes) },
  }));
  return { platform, saved: await platform.rest('POST', '/workspaces/ref:shop/contacts/batch', { contacts }) };
}

export const attacks: readonly Attack[] = [
  {
    name: '480 pages of 2 MB at once',
    patience: 60_000,
    async run(world) {
      const { platform, saved } = await largeContacts(world, 40_000);
      const pages = Array.from({ length: 480 }, () => platform.rest('GET', '/workspaces/ref:shop/contacts'));
      return [saved, ...(await Promise.all(pages))];
    },
  },
  {
    name: '120 answers of 5 MB, unread',
    patience: 120_000,
    async run(world) {
      const { platform, saved } = await largeContacts(world, 60_000);
      const lists = ['a', 'b', 'c', 'd'].map(
        (alias) => `${alias}: contacts(workspace: "ref:shop", first: 22) { nodes { attributes } }`,
      );
      const body = JSON.stringify({ query: `{ ${lists.join(' ')} }` });
      const request = `POST /graphql HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${platform.apiKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      for (const socket of await openSockets(world, 120)) {
        socket.pause();
        await socket.write(request);
        // Slow enough that what the process uses for an answer does not count, but what it keeps.
        await world.pause(100);
      }
      await world.pause(5_000);
      return [saved, await platform.rest('GET', '/key')];
    },
  },
];
