/** The page behind an unsubscribe link: what it shows, to whom, and that looking changes nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/ground/ids.ts';
import { openPixelUrl } from '../../src/messages/sending/open-pixel-url.ts';
import { unsubscribeWords } from '../../src/pages/unsubscribe-words.ts';
import { contactsOf } from '../support/contacts-of.ts';
import { createPagesWorld, type PagesWorld } from '../support/pages-world.ts';
import { statementsOf } from '../support/statements.ts';
import type { Tenant } from '../support/world.ts';

let world: PagesWorld;
let tenant: Tenant;
let contacts: ReturnType<typeof contactsOf>;

beforeAll(async () => {
  world = await createPagesWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  tenant = await world.tenant();
  contacts = contactsOf(world, tenant);
});

/** Everything that a link could have changed. */
async function stored(): Promise<unknown> {
  const tables = ['contacts', 'consent_changes', 'webhooks', 'message_opens'];
  return Promise.all(
    tables.map(async (table) => (await world.app.db.pool.query(`SELECT t::text FROM ${table} t ORDER BY 1`)).rows),
  );
}

describe('looking', () => {
  test.each(['GET', 'HEAD'])('%s changes nothing, however often', async (method) => {
    const { link } = await world.subscriber(tenant, 'ada');
    const before = await stored();
    for (let time = 1; time <= 3; time += 1) expect((await world.fetch(link, { method })).status).toBe(200);
    expect(await stored()).toEqual(before);
  });

  test('the page names the workspace, asks, and shows no address, reference or id', async () => {
    const { id, link } = await world.subscriber(tenant, 'ada');
    const { html } = await world.open(link);
    expect(html).toContain('<bdi>Shop</bdi>');
    expect(html).toContain('<form method="post">');
    for (const secret of ['ada', 'example.com', id, tenant.workspace]) expect(html).not.toContain(secret);
  });

  test('a name is text, never markup', async () => {
    await tenant.ask(
      `mutation ($workspace: ID!) {
        workspaceUpdate(workspace: $workspace, input: { name: "<script>x</script> & Co" }) { workspace { id } } }`,
      { workspace: tenant.workspace },
    );
    const { link } = await world.subscriber(tenant, 'ada');
    const { html } = await world.open(link);
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;x&lt;/script&gt; &amp; Co');
  });

  test('nobody keeps the page, frames it, indexes it or learns its address, and no script runs in it', async () => {
    const { link } = await world.subscriber(tenant, 'ada');
    const { headers, html } = await world.open(link);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    const policy = headers.get('content-security-policy') ?? '';
    for (const part of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(part);
    expect(html).not.toMatch(/<script|<link|<img|src=/);
  });
});

describe('posting', () => {
  test('a one-click as multipart form is the mail app\u2019s', async () => {
    const { link } = await world.subscriber(tenant, 'ada');
    const body = new FormData();
    body.set('List-Unsubscribe', 'One-Click');
    expect((await world.fetch(link, { method: 'POST', body })).status).toBe(200);
    expect((await world.ledger(tenant, 'ref:ada'))[0]).toMatchObject({ state: 'unsubscribed', source: 'mail_app' });
  });

  test('a POST without a body leaves too, and nothing is redirected', async () => {
    const { link } = await world.subscriber(tenant, 'ada');
    const answer = await world.fetch(link, { method: 'POST' });
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
    expect((await contacts.get('ref:ada')).status).toBe('unsubscribed');
  });

  test('a body that no form has is refused and changes nothing', async () => {
    const { link } = await world.subscriber(tenant, 'ada');
    const { status } = await world.fetch(link, { method: 'POST', body: 'x'.repeat(9_000) });
    expect(status).toBe(413);
    expect((await contacts.get('ref:ada')).status).toBe('subscribed');
  });

  test.each(['PUT', 'DELETE', 'PATCH'])('%s is no way to leave', async (method) => {
    const { link } = await world.subscriber(tenant, 'ada');
    const answer = await world.fetch(link, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect((await contacts.get('ref:ada')).status).toBe('subscribed');
  });

  test('a suspended workspace can be left', async () => {
    const { link } = await world.subscriber(tenant, 'ada');
    await world.app.db.pool.query("UPDATE workspaces SET status = 'suspended' WHERE id = $1", [tenant.workspace]);
    await world.post(link, {});
    expect((await contacts.get('ref:ada')).status).toBe('unsubscribed');
  });
});

describe('languages', () => {
  test.each(Object.entries(unsubscribeWords))('%s speaks to a contact of that language', async (locale, words) => {
    const { link } = await world.subscriber(tenant, 'ada', { locale });
    const rightToLeft = ['ar', 'he'].includes(locale);
    const shown = await world.open(link);
    expect(shown.html).toContain(`<html lang="${locale}" dir="${rightToLeft ? 'rtl' : 'ltr'}">`);
    expect(shown.html).toContain(`<h1>${words.ask}</h1>`);
    expect((await world.post(link, {})).html).toContain(`<h1>${words.left}</h1>`);
    expect((await world.post(link, { action: 'undo' })).html).toContain(`<h1>${words.back}</h1>`);
  });

  test('every language says everything, and names the workspace where the others do', () => {
    for (const [locale, words] of Object.entries(unsubscribeWords)) {
      expect(Object.keys(words), locale).toEqual(Object.keys(unsubscribeWords.en ?? {}));
      const naming = Object.entries(words).filter(([, text]) => text.split('{name}').length === 2);
      expect(
        naming.map(([key]) => key),
        locale,
      ).toEqual(['askText', 'leftText']);
      expect(
        Object.values(words).every((text) => text.trim() !== ''),
        locale,
      ).toBe(true);
    }
  });

  test('a longer tag is shortened, an unknown one falls back to the workspace\u2019s, then to English', async () => {
    const lang = async (input: object) => {
      const { link } = await world.subscriber(tenant, 'ada', input);
      return /<html lang="([^"]+)"/.exec((await world.open(link)).html)?.[1];
    };
    expect(await lang({ locale: 'de-AT-1996' })).toBe('de');
    expect(await lang({ locale: 'pt-BR' })).toBe('pt-BR');
    await world.app.db.pool.query("UPDATE workspaces SET locale = 'fr-CA' WHERE id = $1", [tenant.workspace]);
    expect(await lang({ locale: null })).toBe('fr');
    expect(await lang({ locale: 'tlh' })).toBe('fr');
    await world.app.db.pool.query("UPDATE workspaces SET locale = 'tlh' WHERE id = $1", [tenant.workspace]);
    expect(await lang({ locale: null })).toBe('en');
  });
});

describe('a link that a program wrote anew', () => {
  const escaped = (text: string) =>
    [...text].map((sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`).join('');
  const anew: Readonly<Record<string, (start: string, token: string) => string>> = {
    'with dashes escaped': (start, token) => start + token.replaceAll('-', '%2D').replaceAll('_', '%5f'),
    'with every sign escaped': (start, token) => start + escaped(token),
    'escaped twice': (start, token) => start + escaped(token).replaceAll('%', '%25'),
    'with its slashes escaped': (start, token) => `/${start.slice(1).replaceAll('/', '%2F')}${token}`,
    'at the end of a sentence': (start, token) => `${start}${token}.`,
    'in brackets': (start, token) => `${start}${token}).`,
    'in angle brackets': (start, token) => `${start}${token}%3E`,
    'in quotation marks': (start, token) => `${start}${token}%E2%80%9D,`,
    'before a line end': (start, token) => `${start}${token}%0D%0A`,
    'as emphasis': (start, token) => `${start}${token}__`,
    'with a slash and a query': (start, token) => `${start}${token}/?utm_source=mail`,
    'with a lone percent sign': (start, token) => `${start}${token}%`,
  };

  // Tokens have dashes by chance: of twenty contacts, some have.
  test.each(Object.entries(anew))('%s leads to the same page and the same leaving', async (what, write) => {
    const { link } = await world.subscriber(tenant, `anew-${Object.keys(anew).indexOf(what)}`);
    const start = '/unsubscribe/';
    const path = write(start, link.slice(start.length));
    const { html } = await world.open(link);
    expect(html).not.toContain('This link does not work');
    expect((await world.open(path)).html).toBe(html);
    expect((await world.post(path, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200);
    expect((await world.open(link)).html).not.toBe(html);
  });
});

describe('tokens that stand for nobody', () => {
  const flip = (text: string, at: number) => `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;

  async function spoiled(): Promise<Readonly<Record<string, string>>> {
    const ada = (await world.subscriber(tenant, 'ada')).link;
    const bob = (await world.subscriber(tenant, 'bob')).link;
    const other = await world.tenant({ name: 'Other' });
    const eve = (await world.subscriber(other, 'eve')).link;
    const gone = (await world.subscriber(tenant, 'gone')).link;
    await tenant.ask(
      'mutation ($workspace: ID!) { contactDelete(workspace: $workspace, contact: "ref:gone") { deletedContactId } }',
      { workspace: tenant.workspace },
    );
    const start = '/unsubscribe/'.length;
    const [workspaceOf, contactOf, macOf] = [
      (link: string) => link.slice(start, start + 26),
      (link: string) => link.slice(start + 26, start + 52),
      (link: string) => link.slice(start + 52),
    ];
    return {
      'without a token': '/unsubscribe/',
      'with a forged mac': `${ada.slice(0, -20)}${'A'.repeat(20)}`,
      'with one character of the mac changed': flip(ada, ada.length - 5),
      'with another contact under the same mac': `/unsubscribe/${workspaceOf(ada)}${contactOf(bob)}${macOf(ada)}`,
      'with another workspace under the same mac': `/unsubscribe/${workspaceOf(eve)}${contactOf(ada)}${macOf(ada)}`,
      'with contact and workspace swapped': `/unsubscribe/${contactOf(ada)}${workspaceOf(ada)}${macOf(ada)}`,
      'of ten characters': ada.slice(0, start + 10),
      'without its mac': ada.slice(0, start + 52),
      'one character short': ada.slice(0, -1),
      'one character long': `${ada}A`,
      'in lower case': ada.toLowerCase(),
      'of a contact that is gone': gone,
      'with SQL in it': "/unsubscribe/'%20OR%20'1'='1",
    };
  }

  test('all give the same neutral page, for GET and for POST, and change nothing', async () => {
    const paths = await spoiled();
    const before = await stored();
    const { html: neutral } = await world.open('/unsubscribe/nothing');
    expect(neutral).toContain('This link does not work');
    for (const [what, path] of Object.entries(paths)) {
      for (const method of ['GET', 'POST']) {
        const answer = await world.fetch(path, { method });
        expect(`${answer.status} ${await answer.text()}`, `${method} ${what}`).toBe(`404 ${neutral}`);
      }
      expect((await world.post(path, { action: 'undo' })).html, what).toBe(neutral);
    }
    expect(await stored()).toEqual(before);
  });

  test.each([
    { asking: 'to look', form: null, steps: 1 },
    { asking: 'to leave', form: { action: 'leave' }, steps: 4 },
    { asking: 'to leave with one click', form: { 'List-Unsubscribe': 'One-Click' }, steps: 4 },
    { asking: 'to undo', form: { action: 'undo' }, steps: 4 },
  ])(
    '$asking, the database is asked for no token that is not ours, whatever is wrong with it',
    async ({ form, steps }) => {
      const { 'of a contact that is gone': gone = '', ...notOurs } = await spoiled();
      const ask = (path: string) => (form ? world.post(path, form) : world.open(path));
      expect(await stepsOf(Object.values(notOurs), ask)).toEqual([0]);
      expect(await stepsOf([gone], ask)).toEqual([steps]);
    },
  );

  test('as open pixels, the database is asked for no token that is not ours', async () => {
    const { app } = world;
    const ids = [1, 2].map(() => newId(world.now()));
    const [gone = '', other = ''] = ids.map((id) => openPixelUrl({ ...app, publicUrl: '' }, id));
    const forged = `${gone.slice(0, -5)}${gone.at(-5) === 'a' ? 'b' : 'a'}.gif`;
    const swapped = `${gone.slice(0, -28)}${other.slice(-28)}`;
    const cut = `${gone.slice(0, -5)}.gif`;
    const paths = [gone, forged, swapped, cut, '/open/', '/open/x.gif', gone.replace('/open/', '/unsubscribe/')];
    expect(await stepsOf([gone], (path) => world.fetch(path))).toEqual([1]);
    expect(await stepsOf(paths.slice(1, -1), (path) => world.fetch(path))).toEqual([0]);
    expect((await world.open(paths.at(-1) ?? '')).status).toBe(404);
  });

  /** The numbers of statements that answering one of `paths` takes. */
  async function stepsOf(
    paths: readonly string[],
    ask: (path: string) => Promise<unknown>,
  ): Promise<readonly number[]> {
    const steps = new Set<number>();
    for (const path of paths) steps.add((await statementsOf(() => ask(path))).length);
    return [...steps];
  }

  test('a link into a deleted workspace is one of them', async () => {
    const { link } = await world.subscriber(tenant, 'ada');
    await world.app.db.pool.query('UPDATE workspaces SET deleted_at = now() WHERE id = $1', [tenant.workspace]);
    expect((await world.open(link)).status).toBe(404);
    expect((await world.post(link, {})).status).toBe(404);
  });

  test('the neutral page speaks what the browser asks for', async () => {
    const { html } = await world.open('/unsubscribe/x', { 'accept-language': 'xx, en;q=0.2, ar-EG;q=0.9, de;q=0' });
    expect(html).toContain('<html lang="ar" dir="rtl">');
  });

  test('an address that is no URL does not stop the process', async () => {
    expect((await world.fetch('//')).status).toBe(404);
  });
});
