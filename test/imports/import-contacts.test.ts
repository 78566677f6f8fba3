/** Files of contacts: what each row becomes, and what is told of those that are rejected. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAttributeDefinition } from '../../src/attributes/create-attribute-definition.ts';
import { upsertContacts } from '../../src/contacts/upsert-contacts.ts';
import { importTurn } from '../../src/imports/import-turn.ts';
import { createTopic } from '../../src/topics/create-topic.ts';
import { deleteTopic } from '../../src/topics/delete-topic.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';
import { act, append, faultsOf, importFile, readImport, uploadFile } from './import-file.ts';

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  tenant = await world.tenant();
  for (const [key, type] of [
    ['plan', 'string'],
    ['seats', 'number'],
    ['vip', 'boolean'],
    ['since', 'date'],
  ] as const) {
    await createAttributeDefinition(tenant.ctx, { key, name: key, type });
  }
});
afterAll(() => world.close());

const contacts = async () => {
  const { rows } = await world.app.db.pool.query(
    `SELECT reference, email, locale, status, attributes, consented_by_key AS key, marketing_at AS at,
            pixel_consent_at AS pixel,
            (SELECT coalesce(array_agg(t.name ORDER BY t.name), '{}') FROM contact_tags ct
             JOIN tags t ON t.workspace_id = ct.workspace_id AND t.id = ct.tag_id
             WHERE ct.workspace_id = c.workspace_id AND ct.contact_id = c.id) AS tags
     FROM contacts c WHERE platform_id = $1 ORDER BY reference`,
    [tenant.platformId],
  );
  return rows;
};

const chunks = async () => {
  const { rows } = await world.app.db.pool.query(
    `SELECT count(*)::int AS n FROM import_chunks c JOIN imports i ON i.workspace_id = c.workspace_id AND i.id = c.import_id
     WHERE i.platform_id = $1`,
    [tenant.platformId],
  );
  return rows[0].n;
};

describe('a CSV file', () => {
  it('has every field of a contact by the names of its columns', async () => {
    const text = [
      '\uFEFFReference,Email Address,locale,Tags,marketing.state,Marketing At,pixel_consent_at,plan,attributes.seats,VIP,since',
      'ada,ada@example.com,de,"vip, beta",Subscribed,2026-01-02T10:00:00Z,2026-01-02T11:00:00Z,gold,3.5,TRUE,2025-02-03',
      'bob,bob@example.com,,"one,""a, b""",,,,"say ""hi"", Bob\r\nand more",-2,false,',
      '',
      ',,,,,,,,,,',
      'eve,eve@example.com,,,,,,,,,',
    ].join('\r\n');
    const ended = await importFile(world, tenant, { text });
    expect(await faultsOf(tenant, ended.id)).toEqual([]);
    expect(ended).toMatchObject({ kind: 'contacts', state: 'finished', rows: 3, created: 3, updated: 0, refused: 0 });
    expect(ended.bytesDone).toBe(Buffer.byteLength(text));
    expect(await contacts()).toEqual([
      {
        reference: 'ada',
        email: 'ada@example.com',
        locale: 'de',
        status: 'subscribed',
        attributes: { plan: 'gold', seats: 3.5, vip: true, since: '2025-02-03' },
        key: tenant.apiKeyId,
        at: new Date('2026-01-02T10:00:00Z'),
        pixel: new Date('2026-01-02T11:00:00Z'),
        tags: ['beta', 'vip'],
      },
      expect.objectContaining({
        reference: 'bob',
        tags: ['a, b', 'one'],
        attributes: { plan: 'say "hi", Bob\r\nand more', seats: -2, vip: false },
      }),
      expect.objectContaining({ reference: 'eve', tags: [], attributes: {}, status: 'pending' }),
    ]);
    expect(await chunks()).toBe(0);
  });

  it('has a column for the state of a topic and one for its time, and tells faults under their names', async () => {
    for (const key of ['news', 'offers']) await createTopic(tenant.ctx, { key, name: key });
    const text = [
      'reference,email,topics.news.state,Topics.News.At,topics.offers.state,topics.offers.at',
      'a,a@example.com,Unsubscribed,2026-02-01T00:00:00Z,,',
      'b,b@example.com,,,subscribed,2026-02-01T00:00:00Z',
      'c,c@example.com,,,,',
      'd,d@example.com,,2026-02-01T00:00:00Z,left,2026-02-01T00:00:00Z',
      'e,e@example.com,,,subscribed,2999-01-01T00:00:00Z',
      'a,,,,unsubscribed,2026-02-02T00:00:00Z',
      'a,,subscribed,2026-01-31T00:00:00Z,subscribed,2026-02-03T00:00:00Z',
      'a,,,,subscribed,2026-01-31T00:00:00Z',
    ];
    const ended = await importFile(world, tenant, { text: text.join('\n') });
    expect(ended).toMatchObject({ state: 'finished', rows: 8, created: 3, updated: 1, refused: 4 });
    const older = ['must be later than the latest opt-out of the topic'];
    expect(await faultsOf(tenant, ended.id)).toEqual([
      [
        5,
        'validation_failed',
        { 'topics.news.state': [expect.any(String)], 'topics.offers.state': [expect.any(String)] },
      ],
      [6, 'validation_failed', { 'topics.offers.at': [expect.stringMatching(/^must not be in the future/)] }],
      [8, 'consent_older_than_opt_out', { 'topics.news.at': older }],
      [9, 'consent_older_than_opt_out', { 'topics.offers.at': older }],
    ]);
    const { rows } = await world.app.db.pool.query(
      'SELECT reference, topics FROM contacts WHERE platform_id = $1 ORDER BY reference',
      [tenant.platformId],
    );
    const left = (at: string) => ({ state: 'unsubscribed', at, source: 'api', optedOutAt: at });
    expect(rows).toEqual([
      {
        reference: 'a',
        topics: { news: left('2026-02-01T00:00:00.000Z'), offers: left('2026-02-02T00:00:00.000Z') },
      },
      {
        reference: 'b',
        topics: { offers: { state: 'subscribed', at: '2026-02-01T00:00:00.000Z', source: 'api', optedOutAt: null } },
      },
      { reference: 'c', topics: null },
    ]);
  });

  it('rejects the rows that name a topic which was deleted after the import was begun', async () => {
    await createTopic(tenant.ctx, { key: 'news', name: 'News' });
    const text =
      'reference,email,topics.news.state,topics.news.at\na,a@example.com,unsubscribed,2026-02-01T00:00:00Z\nb,b@example.com,,\n';
    const id = await uploadFile(tenant, { text });
    await act(tenant, 'importStart', id);
    await deleteTopic(tenant.ctx, 'news');
    await importTurn(world.app, { platformId: tenant.platformId, id }, () => false);
    expect(await readImport(tenant, id)).toMatchObject({ state: 'finished', created: 1, refused: 1 });
    expect(await faultsOf(tenant, id)).toEqual([
      [2, 'validation_failed', { 'topics.news': ['is no topic of the platform; `GET /v1/topics` lists them'] }],
    ]);
  });

  it('may have semicolons or tabs between its values, as spreadsheets of some countries write it', async () => {
    const semicolons = await importFile(world, tenant, { text: 'reference;email\na;a@example.com\n' });
    const tabs = await importFile(world, tenant, { text: 'reference\temail\nb\tb@example.com\n' });
    expect([semicolons.created, tabs.created]).toEqual([1, 1]);
  });

  it('tells each row that is rejected by its line and reason, and nothing that stood in it', async () => {
    await upsertContacts(tenant.ctx, 'ref:shop', [{ reference: 'holder', email: 'held@example.com' }]);
    const text = [
      'reference,email,seats,marketing.state,marketing.at',
      'a,a@example.com,1,,',
      'b,no address,x,,',
      '"two',
      'lines",c@example.com,1,,',
      'd,held@example.com,1,,',
      'e,e@example.com',
      'f,"f@example.com"x,1,,',
      'g,g@example.com,1,subscribed,2999-01-01T00:00:00Z',
      'h,h@example.com,1,,',
      'i,"never closed,1,,',
      'j,j@example.com,1,,',
      'k,\xff,1,,',
    ];
    const bytes = Buffer.concat(
      text.map((line) => Buffer.from(`${line}\n`, line.includes('\xff') ? 'latin1' : 'utf8')),
    );
    const ended = await importFile(world, tenant, { text: bytes });
    expect(ended).toMatchObject({ state: 'finished', rows: 11, created: 3, refused: 8 });
    const quotes = { row: [expect.stringMatching(/^has quotes that do not fit/)] };
    expect(await faultsOf(tenant, ended.id)).toEqual([
      [3, 'validation_failed', { email: [expect.any(String)], 'attributes.seats': ['must be a number'] }],
      [4, 'validation_failed', { reference: [expect.stringMatching(/^must be 1 to 128/)] }],
      [6, 'email_taken', { email: ['is held by another contact of the workspace'] }],
      [7, 'validation_failed', { row: ['has 2 values, and the header has 5'] }],
      [8, 'validation_failed', quotes],
      [9, 'validation_failed', { 'marketing.at': [expect.stringMatching(/^must not be in the future/)] }],
      [11, 'validation_failed', quotes],
      [13, 'validation_failed', { row: ['is not UTF-8'] }],
    ]);
    const { rows } = await world.app.db.pool.query('SELECT f::text AS kept FROM import_faults f');
    expect(rows.map(({ kept }) => kept).join(' ')).not.toMatch(/example\.com|no address|never|two/);
  });

  it.each<[string, string | Buffer, object]>([
    ['nothing', '', { file: ['is empty'] }],
    ['blank lines', '\uFEFF\n\n', { file: ['must begin with a header: the names of its columns on one line'] }],
    ['UTF-16', Buffer.from('\uFEFFreference,email\n', 'utf16le'), { file: ['must be UTF-8'] }],
    ['no reference', 'email\na@example.com\n', { columns: ['must have `reference`'] }],
    [
      'unknown names',
      'reference,mail,town\n',
      {
        'columns.2': ['names no field; did you mean `email`?'],
        'columns.3': ['names no field: define an attribute with this key, or skip unknown columns'],
      },
    ],
    [
      'a topic that the platform lacks',
      'reference,topics.news.state,topics.news\n',
      Object.fromEntries(
        [2, 3].map((at) => [`columns.${at}`, [expect.stringMatching(/^names no field: topics have the columns/)]]),
      ),
    ],
    ['a field twice', 'reference,email,E-Mail\n', { 'columns.3': ['is the same field as column 2'] }],
    ['too many columns', `reference${',x'.repeat(1_200)}\n`, { columns: ['must be at most 1200'] }],
    ['no end', `reference,${'x'.repeat(300_000)}`, { file: [expect.stringMatching(/^must begin with a header/)] }],
  ])('is not started with a header of %s', async (_what, text, errors) => {
    const id = await uploadFile(tenant, { text });
    const { refusal } = await act(tenant, 'importStart', id);
    expect([refusal?.code, refusal?.details.errors]).toEqual(['validation_failed', errors]);
    expect((await readImport(tenant, id)).state).toBe('uploading');
  });

  it('may have columns of no field where the caller says so', async () => {
    const text = 'town,reference,,email\nRome,a,x,a@example.com\n';
    const ended = await importFile(world, tenant, { text, options: ', skipUnknownColumns: true' });
    expect(ended).toMatchObject({ created: 1, refused: 0 });
  });

  it('ends at a row without an end, and what stood before it stays', async () => {
    const text = `reference,email\na,a@example.com\nb,${'b'.repeat(2_000_000)}`;
    const ended = await importFile(world, tenant, { text });
    expect(ended).toMatchObject({ state: 'failed', failure: 'row_too_long', created: 1, line: 3 });
    expect(await chunks()).toBe(0);
  });

  it('rejects a row that is too long and goes on where its end can be seen', async () => {
    const text = `reference,email\na,${'a'.repeat(300_000)}\nb,b@example.com\n`;
    const ended = await importFile(world, tenant, { text });
    expect(ended).toMatchObject({ state: 'finished', created: 1, refused: 1 });
    expect(await faultsOf(tenant, ended.id)).toEqual([
      [2, 'validation_failed', { row: ['is longer than 262,144 bytes'] }],
    ]);
  });
});

describe('an NDJSON file', () => {
  it('has an item of a batch on each line, judged as there', async () => {
    const items = [
      { reference: 'a', email: 'a@example.com', attributes: { seats: 2 }, tags: ['x'], locale: 'pt-BR' },
      { reference: 'a', locale: null, pixel_consent_at: '2026-01-01T00:00:00Z' },
      { reference: 'b', email: 'b@example.com', 'ada@example.com': 1 },
      { reference: 'c', email: 'c@example.com', attributes: { 'ada@example.com': 1 } },
      { reference: 'd', email: 'd@example.com', marketing: { state: 'subscribed', by: 'Ada' } },
    ];
    const lines = [...items.map((item) => JSON.stringify(item)), '', '{"reference":', '[1]', '7'];
    const ended = await importFile(world, tenant, { text: lines.join('\n') });
    expect(ended).toMatchObject({ state: 'finished', rows: 8, created: 1, updated: 1, refused: 6 });
    const noJson = { row: ['is not a JSON object on one line'] };
    expect(await faultsOf(tenant, ended.id)).toEqual([
      [3, 'validation_failed', { row: ['has a field that no contact has'] }],
      [4, 'validation_failed', { attributes: ['has a key without a definition'] }],
      [5, 'validation_failed', { 'marketing.at': [expect.any(String)], marketing: ['has a key that is not known'] }],
      [7, 'validation_failed', noJson],
      [8, 'validation_failed', noJson],
      [9, 'validation_failed', noJson],
    ]);
    expect(await contacts()).toMatchObject([{ reference: 'a', locale: null, attributes: { seats: 2 }, tags: ['x'] }]);
  });
});

describe('the file of an import', () => {
  it('comes in pieces at any place, each once', async () => {
    const text = 'reference,email,plan\na,a@example.com,"Köln\n, Süd"\nb,b@example.com,ö\n';
    const ended = await importFile(world, tenant, { text, piece: 7 });
    expect(ended).toMatchObject({ created: 2, refused: 0, bytes: Buffer.byteLength(text) });
    expect((await contacts()).map(({ attributes }) => attributes.plan)).toEqual(['Köln\n, Süd', 'ö']);
  });

  it('takes a piece again that came before, and none beyond its end', async () => {
    const id = await uploadFile(tenant, { text: 'reference,email\n' });
    const content = Buffer.from('reference').toString('base64');
    const again = await append(tenant, { workspace: 'ref:shop', id, position: 0, content });
    expect(again.data.importAppend.import.bytes).toBe(16);
    for (const position of [17, 15, -1]) {
      const { refusal } = await append(tenant, { workspace: 'ref:shop', id, position, content });
      expect(refusal?.details.errors).toEqual({ position: ['must be 16: so many bytes have come'] });
    }
    for (const [wrong, fault] of [
      ['***', 'must be base64'],
      ['', 'must not be empty'],
      [Buffer.alloc(1_048_577).toString('base64'), 'must have at most 1048576 bytes'],
    ]) {
      const { refusal } = await append(tenant, { workspace: 'ref:shop', id, position: 16, content: wrong });
      expect(refusal?.details.errors).toEqual({ content: [fault] });
    }
  });

  it('comes from the key that began it alone', async () => {
    const id = await uploadFile(tenant, { text: 'reference,email\n' });
    const other = { platformId: tenant.platformId, apiKeyId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' };
    for (const mutation of [
      `importAppend(workspace: "ref:shop", id: "${id}", position: 16, content: "YQ==")`,
      `importStart(workspace: "ref:shop", id: "${id}")`,
    ]) {
      const { refusal } = await world.ask(other, `mutation { ${mutation} { import { id } } }`);
      expect(refusal?.code).toBe('forbidden');
    }
  });

  it('is closed once the import is started, and cancelled while it runs', async () => {
    const id = await uploadFile(tenant, { text: 'reference,email\na,a@example.com\n' });
    await act(tenant, 'importStart', id);
    const late = await append(tenant, { workspace: 'ref:shop', id, position: 0, content: 'YQ==' });
    expect([late.refusal?.code, (await act(tenant, 'importStart', id)).refusal?.code]).toEqual([
      'import_ended',
      'import_ended',
    ]);
    const cancelled = await act(tenant, 'importCancel', id);
    expect(cancelled.data.importCancel.import).toMatchObject({ state: 'cancelled', finishedAt: expect.anything() });
    expect((await act(tenant, 'importCancel', id)).data.importCancel.import.state).toBe('cancelled');
    expect(await contacts()).toEqual([]);
  });
});

it('a platform has five imports that have not ended, and no more', async () => {
  const ids = [];
  for (let n = 0; n < 5; n += 1) ids.push(await uploadFile(tenant, { text: 'reference\n' }));
  const create = 'mutation { contactImportCreate(workspace: "ref:shop") { import { id } } }';
  expect((await tenant.ask(create)).refusal?.code).toBe('import_ceiling_reached');
  await act(tenant, 'importCancel', ids[0] ?? '');
  expect((await tenant.ask(create)).errors).toEqual([]);
});
