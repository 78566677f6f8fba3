import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '../../src/ground/errors/errors.ts';
import { takeAll } from '../support/take-all.ts';
import { openBookShop } from './harness/book-shop.ts';

let shop: Awaited<ReturnType<typeof openBookShop>>;
beforeAll(async () => {
  shop = await openBookShop();
});
afterAll(() => shop.close());

const books = '/workspaces/ref:main/books';
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('answers', () => {
  it('shows one resource as data, with the headers of the contract', async () => {
    const { status, headers, body } = await shop.ask('GET', `${books}/7`);
    expect(status).toBe(200);
    expect(body).toEqual({ data: { id: 7, title: 'Book 7', printed_at: null, extra: null } });
    expect(headers.get('request-id')).toMatch(uuid);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('ratelimit-limit')).toBe('500');
    expect(headers.get('ratelimit-remaining')).toBe('499');
    expect(headers.get('ratelimit-reset')).toBe('1');
  });

  it('answers HEAD as GET without its body', async () => {
    const { status, headers, body } = await shop.ask('HEAD', `${books}/7`);
    expect([status, body]).toEqual([200, undefined]);
    expect(Number(headers.get('content-length'))).toBeGreaterThan(10);
  });

  it('reads a few at a time; writes wait for no read', async () => {
    const release = takeAll(shop.readRoom, 'p');
    let isRead = false;
    const reading = shop.ask('GET', `${books}/7`).finally(() => {
      isRead = true;
    });
    await expect.poll(() => shop.readRoom.takeNow('p', 1)).toBeNull();
    expect((await shop.ask('POST', books, { title: 'Odes' })).status).toBe(201);
    expect(isRead).toBe(false);
    release();
    expect((await reading).status).toBe(200);
  });

  it('shows a payload as its document selects it', async () => {
    const sent = {
      title: 'Odes',
      first_edition: { printed_at: '2026-01-31T10:30:00+0100' },
      extra: { firstEdition: 1, a_b: [{ c_d: 2 }] },
    };
    const { status, body } = await shop.ask('POST', books, sent);
    expect(status).toBe(201);
    expect(body).toEqual({
      data: { id: 1, title: 'Odes', printed_at: '2026-01-31T09:30:00.000Z', extra: sent.extra },
      shelf_mark: null,
    });
  });

  it('says by its status whether something was created', async () => {
    expect((await shop.ask('PUT', `${books}/7`, { title: 'Old' })).status).toBe(200);
    const { status, body } = await shop.ask('PUT', `${books}/121`, { title: 'New' });
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(['data']);
  });

  it('answers a deletion without content', async () => {
    const { status, headers, body } = await shop.ask('DELETE', `${books}/7`);
    expect([status, body]).toEqual([204, undefined]);
    expect(headers.get('request-id')).toMatch(uuid);
    expect(headers.get('content-type')).toBeNull();
  });

  it('marks a replayed emit in a header alone', async () => {
    const emit = (idempotency_key: string) =>
      shop.ask('POST', '/workspaces/ref:main/events', { idempotency_key, recipient: { email: 'a@example.com' } });
    const first = await emit('once');
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([202, null]);
    const again = await emit('again');
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
    expect(again.body).toEqual(first.body);
  });

  it('takes a POST without body where the contract has none, and refuses fields there', async () => {
    expect((await shop.ask('POST', '/closing')).body).toEqual({ data: '2026-01-31T17:00:00.000Z' });
    expect((await shop.ask('POST', '/closing', {})).status).toBe(200);
    expect((await shop.ask('POST', '/closing', { at: 5 })).body.errors).toEqual({ at: ['is not a known field'] });
  });
});

describe('pages', () => {
  it('lead forward and back through a list, keeping the filters', async () => {
    const first = await shop.ask('GET', `${books}?genre=prose`);
    const address = `https://shop.example/v1${books}`;
    expect(first.body.data).toHaveLength(50);
    expect(first.body.meta).toEqual({
      path: address,
      per_page: 50,
      next_cursor: expect.any(String),
      prev_cursor: null,
    });
    expect(first.body.links).toEqual({
      first: null,
      last: null,
      prev: null,
      next: `${address}?genre=prose&cursor=${first.body.meta.next_cursor}`,
    });
    const second = await shop.ask('GET', first.body.links.next.slice('https://shop.example/v1'.length));
    expect(second.body.data.map(({ id }: { id: number }) => id)).toEqual([51, 52, 53, 54, 55, 56, 57, 58, 59, 60]);
    expect(second.body.links.next).toBeNull();
    const back = await shop.ask('GET', second.body.links.prev.slice('https://shop.example/v1'.length));
    expect(back.body.data).toEqual(first.body.data);
  });

  it.each(['', '!', 'bjE', 'eDEw', Buffer.from('nbroken').toString('base64url')])(
    'refuse the cursor "%s" under its name',
    async (cursor) => {
      const { status, body } = await shop.ask('GET', `${books}?cursor=${cursor === 'bjE' ? 'bjE=' : cursor}`);
      expect([status, body.code]).toEqual([422, 'validation_failed']);
      expect(body.errors).toEqual({ cursor: ['is not a cursor of this list'] });
    },
  );
});

describe('the order of checks', () => {
  it('asks for a key before all else', async () => {
    for (const authorization of ['', 'Bearer other', 'Bearer operator']) {
      const { status, headers, body } = await shop.ask('GET', '/nowhere', undefined, { authorization });
      expect([status, body.code]).toEqual([401, 'unauthenticated']);
      expect(headers.get('www-authenticate')).toBe('Bearer');
      expect(headers.get('ratelimit-limit')).toBeNull();
      expect(body).toEqual({
        message: expect.any(String),
        code: 'unauthenticated',
        doc_url: 'https://shop.example/docs/errors#unauthenticated',
        request_id: headers.get('request-id'),
      });
    }
  });

  it('takes a token before it looks where the request goes', async () => {
    Object.assign(shop.allowance, { allowed: false, remaining: -0.3, retryAfter: 0.4 });
    const { status, headers, body } = await shop.ask('GET', '/nowhere');
    Object.assign(shop.allowance, { allowed: true, remaining: 9 });
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect([headers.get('retry-after'), headers.get('ratelimit-remaining')]).toEqual(['1', '0']);
  });

  it.each([
    '/nowhere',
    '/',
    `${books}/`,
    `${books}//7`,
    '/Workspaces/ref:main/books',
    '/workspaces/%E0/books',
    '/workspaces/ref:%00/books',
  ])('finds nothing at %s', async (path) => {
    const { status, body } = await shop.ask('GET', path);
    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  it('names the methods that a path takes', async () => {
    for (const method of ['POST', 'OPTIONS']) {
      const { status, headers, body } = await shop.ask(method, `${books}/7`);
      expect([status, body.code]).toEqual([405, 'method_not_allowed']);
      expect(headers.get('allow')).toBe('DELETE, GET, HEAD, PUT');
    }
  });

  it.each(['0', '01', '1.0', '1e0', '2147483648', 'x', '-1', '%201'])(
    'finds no book at %s, whatever is sent',
    async (id) => {
      expect((await shop.ask('PUT', `${books}/${id}`, '{')).status).toBe(404);
    },
  );

  it('refuses a size before it reads the JSON, and a workspace before the fields', async () => {
    expect((await shop.ask('POST', '/workspaces/ref:none/books', `{${' '.repeat(2 * 1_048_576)}`)).status).toBe(413);
    expect((await shop.ask('POST', '/workspaces/ref:none/books', '{')).status).toBe(422);
    expect((await shop.ask('POST', '/workspaces/ref:none/books', { nmae: 1 })).status).toBe(404);
    expect((await shop.ask('POST', '/workspaces/ref:none/books?x=1', { title: 'a' })).status).toBe(404);
    expect((await shop.ask('POST', '/workspaces/ref:none/books', { title: 'a' })).status).toBe(404);
  });

  it('tells the faults that the verb finds beside those of the contract', async () => {
    const asked: unknown[] = [];
    const careful = await openBookShop({
      findFaults: async (_viewer, operationId, variables) => {
        asked.push([operationId, variables]);
        if (variables.workspace === 'ref:reused') throw new DomainError('idempotency_key_reused');
        return {
          title: ['is said by the contract already'],
          'firstEdition.printRun.x': ['is inside a value that the contract refuses'],
          firstEdition: ['is around a value that the contract refuses'],
          'keyWords.1': ['is dull'],
        };
      },
    });
    try {
      const body = { first_edition: { printed_at: '2026-01-01T00:00:00Z', print_run: 'x' }, key_words: ['a', 'b'] };
      const { body: told } = await careful.ask('POST', books, body);
      expect(told.message).toBe('title: is required (and 2 more)');
      expect(told.errors).toEqual({
        title: ['is required'],
        'first_edition.print_run': ['must be an integer or null'],
        'key_words.1': ['is dull'],
      });
      const input = { firstEdition: { printedAt: '2026-01-01T00:00:00Z', printRun: 'x' }, keyWords: ['a', 'b'] };
      expect(asked).toEqual([['createBook', { workspace: 'ref:main', input }]]);
      const reused = await careful.ask('POST', '/workspaces/ref:reused/books', body);
      expect(reused.body.code).toBe('idempotency_key_reused');
      expect((await careful.ask('POST', books, { title: 'a' })).status).toBe(201);
      expect((await careful.ask('POST', books)).body.errors).toEqual({
        body: ['is required: a JSON object'],
        title: ['is required'],
      });
      expect(asked).toHaveLength(2);
    } finally {
      await careful.close();
    }
  });

  it('and those that it finds in the items of a batch', async () => {
    const careful = await openBookShop({
      findFaults: async () => ({ 'books.0.shortTitle': ['is dull'], 'books.1.shortTitle': ['is said already'] }),
    });
    try {
      const items = [{ reference: 7, short_title: 'x' }, { reference: 'fine' }, { reference: 'b', short_title: 7 }];
      const { body } = await careful.ask('POST', `${books}/batch`, { books: items });
      expect(body.data.map(({ errors = {} }: { errors?: object }) => Object.keys(errors))).toEqual([
        ['reference', 'short_title'],
        [],
        ['short_title'],
      ]);
    } finally {
      await careful.close();
    }
  });
});

describe('faults of a request', () => {
  const faultsOf = async (path: string, body: unknown, method = 'POST') => {
    const answer = await shop.ask(method, path, body);
    expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed']);
    return answer.body.errors;
  };

  it('are told by the path of each field, all at once', async () => {
    expect(
      await faultsOf(books, {
        nmae: 'x',
        first_edition: { print_run: 1.5, printedAt: 1 },
        genre: 'drama',
        key_words: ['a', 7, 'c'],
        extra: [],
      }),
    ).toEqual({
      title: ['is required'],
      nmae: ['is not a known field'],
      'first_edition.printed_at': ['is required'],
      'first_edition.print_run': ['must be an integer or null'],
      'first_edition.printedAt': ['is not a known field; did you mean `printed_at`?'],
      genre: ['must be one of prose, verse'],
      key_words: ['must have at most 2 items'],
      'key_words.1': ['must be a string'],
      extra: ['must be an object'],
    });
  });

  it('are told of lengths and times', async () => {
    expect(await faultsOf(books, { title: '' })).toEqual({ title: ['must not be empty'] });
    expect(await faultsOf(books, { title: 'x'.repeat(21) })).toEqual({ title: ['must have at most 20 characters'] });
    expect(await faultsOf(books, { title: 'x', first_edition: { printed_at: '2026-01-31T09:30:00' } })).toEqual({
      'first_edition.printed_at': ['must be an ISO 8601 date-time with an offset, such as 2026-01-31T09:30:00Z'],
    });
  });

  it('are told of parameters under their names', async () => {
    const { body } = await shop.ask('GET', `${books}?genre=foo&page=2&genre=prose`);
    expect(body.errors).toEqual({
      genre: ['must be given once'],
      page: ['is not a known parameter; this operation takes genre, cursor'],
    });
    expect((await shop.ask('GET', `${books}?genre=foo`)).body.errors).toEqual({
      genre: ['must be one of prose, verse'],
    });
    expect((await shop.ask('GET', `${books}?genre=%00`)).body.errors).toEqual({ genre: ['must not hold U+0000'] });
  });

  it('say plainly that exactly one of two fields is wanted', async () => {
    const events = '/workspaces/ref:main/events';
    for (const recipient of [{}, { contact: 'ref:a', email: 'a@example.com' }]) {
      expect(await faultsOf(events, { idempotency_key: 'k', recipient })).toEqual({
        recipient: ['must have exactly one of contact, email'],
      });
    }
  });

  it('say what was meant where a value may have two shapes', async () => {
    const fields = (value: unknown) => faultsOf('/shelves/tall', { fields: value }, 'PUT');
    expect(
      await fields([{ name: 'a', type: 'list', fields: [{ name: 'b', type: 'set' }] }, { type: 'string' }]),
    ).toEqual({
      'fields.0.fields.0.type': ['must be one of string, list'],
      'fields.1.name': ['is required'],
    });
    for (const other of ['x', null, { a: 1 }]) {
      expect(await fields(other)).toEqual({ fields: ['must be an array of fields, or {}'] });
    }
    expect((await shop.ask('PUT', '/shelves/tall', { fields: {} })).body).toEqual({ data: {} });
    expect((await shop.ask('PUT', '/shelves/tall', { fields: [{ name: 'a', type: 'string' }] })).status).toBe(200);
  });

  it('are told of a name in a path that is to be written', async () => {
    expect(await faultsOf('/shelves/T%20L', { fields: 1 }, 'PUT')).toEqual({
      name: ['must be lower-case letters'],
      fields: ['must be an array of fields, or {}'],
    });
  });

  it('are told for what the body is as a whole', async () => {
    const told = async (body: string | Uint8Array, headers: Record<string, string> = {}) => {
      const { status, body: answer } = await shop.ask('POST', books, body, headers);
      return [status, answer.errors.body?.[0] ?? answer.errors];
    };
    const malformed = 'is not well-formed JSON at line';
    const end = 'the text ends here, but a value was expected';
    expect(await told('{"title":')).toEqual([422, `${malformed} 1, column 10: ${end}`]);
    const rest = 'nothing may follow after the end of the JSON';
    expect(await told('{"title":"a"}\n x')).toEqual([422, `${malformed} 2, column 2: ${rest}`]);
    expect(await told('["a"]')).toEqual([422, 'must be a JSON object']);
    expect(await told('7')).toEqual([422, 'must be a JSON object']);
    expect(await told(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toEqual([422, 'must be UTF-8']);
    const typed = [422, 'must be sent with Content-Type: application/json'];
    expect(await told('{}', { 'content-type': 'text/plain' })).toEqual([422, `${typed[1]}, not text/plain`]);
    expect(await told('{}', { 'content-type': 'json' })).toEqual(typed);
    const charset = 'must be UTF-8, and its charset must say so';
    expect(await told('{}', { 'content-type': 'application/json; charset=latin1' })).toEqual([422, charset]);
    expect(await told('{}', { 'content-encoding': 'gzip' })).toEqual([422, 'must not be compressed']);
    const missing = { body: ['is required: a JSON object'], title: ['is required'] };
    expect((await shop.ask('POST', books)).body.errors).toEqual(missing);
    expect((await shop.ask('POST', books, 'null')).body.errors).toEqual(missing);
  });

  it.each([
    { 'content-type': 'Application/JSON; charset=UTF-8' },
    { 'content-type': 'application/json;charset=utf8' },
    { 'content-type': 'application/json ; charset="utf-8";' },
    { 'content-type': 'application/json; odata.metadata=minimal; charset=utf-8; profile="https://example.com/a;b"' },
    { 'content-type': 'application/json; version=1' },
    { 'content-encoding': 'identity' },
    { 'content-encoding': 'Identity, identity' },
  ])('are read whatever a client adds to them: %o', async (headers) => {
    expect((await shop.ask('POST', books, '{"title":"a"}', headers)).status).toBe(201);
  });

  it('come back from the verb in the spelling of the request', async () => {
    const { body } = await shop.ask('POST', books, {
      title: 'early',
      first_edition: { printed_at: '1400-01-01T00:00:00Z' },
    });
    expect(body.errors).toEqual({ 'first_edition.printed_at': ['is too early'], 'key_words.1': ['is dull'] });
    expect(body.message).toBe('first_edition.printed_at: is too early (and 1 more)');
  });

  it('refuse an item of a batch alone', async () => {
    const { status, body } = await shop.ask('POST', `${books}/batch`, {
      books: [{ reference: 'a', nmae: 1 }, { reference: 'b', short_title: 'long' }, { reference: 'c' }],
    });
    expect(status).toBe(200);
    const refused = { result: 'refused', code: 'validation_failed' };
    expect(body.data).toEqual([
      {
        reference: 'a',
        ...refused,
        message: 'nmae: is not a known field',
        errors: { nmae: ['is not a known field'] },
        doc_url: 'https://shop.example/docs/errors#validation_failed',
      },
      { reference: 'b', ...refused, message: 'short_title: is too long', errors: { short_title: ['is too long'] } },
      { reference: 'c', result: 'created', id: 7 },
    ]);
    const strange = await shop.ask('POST', `${books}/batch`, { books: [5, { reference: '' }, null] });
    expect(strange.body.data.map(({ reference }: { reference: unknown }) => reference)).toEqual([null, null, null]);
    expect(await faultsOf(`${books}/batch`, { books: [1, 2, 3, 4] })).toEqual({ books: ['must have at most 3 items'] });
    expect((await shop.ask('POST', '/workspaces/ref:none/books/batch', { books: [5] })).status).toBe(404);
  });
});

describe('refusals and failures', () => {
  const refused = (title: string) => shop.ask('POST', books, { title });

  it('show what else a refusal says', async () => {
    const taken = await refused('taken');
    expect([taken.status, taken.body.code, taken.body.contact]).toEqual([409, 'email_taken', 'ref:ada']);
    const busy = await refused('busy');
    expect([busy.status, busy.body.code, busy.headers.get('retry-after')]).toEqual([
      429,
      'recipient_rate_limited',
      '62',
    ]);
    expect((await shop.ask('GET', `${books}/121`)).body.code).toBe('not_found');
  });

  it('hide a bug, and log it under the id of the request', async () => {
    const before = shop.logged.length;
    const { status, headers, body } = await refused('bug');
    expect([status, body.code]).toEqual([500, 'internal_error']);
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(shop.logged.slice(before)).toEqual([
      [
        { err: expect.any(TypeError), requestId: headers.get('request-id'), platform: 'p', key: 'k' },
        'A request failed',
      ],
    ]);
  });

  it('say when the database is out of reach', async () => {
    const { status, headers, body } = await refused('outage');
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '2']);
  });

  it('answer a body of 40 MB that is announced, and one that is not', async () => {
    const large = new Uint8Array(40_000_000).fill(32);
    expect((await shop.ask('POST', books, large)).status).toBe(413);
    const response = await fetch(shop.url + books, {
      method: 'POST',
      headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect((await shop.ask('GET', `${books}/1`)).status).toBe(200);
  });

  it('say nothing of a client that goes while it sends', async () => {
    const before = shop.logged.length;
    const requested = shop.requested();
    const { port } = new URL(shop.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST /v1${books} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer key\r\nContent-Length: 99\r\n\r\n{"title"`,
    );
    await requested;
    socket.destroy();
    await shop.settled();
    expect(shop.logged).toHaveLength(before);
  });
});
