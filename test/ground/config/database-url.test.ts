/** How the URL of a database is read (docs/rules.md#database-urls). */
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../../src/ground/config/config.ts';
import { DatabaseUrlFault, parseDatabaseUrl } from '../../../src/ground/config/database-url.ts';

describe('a URL has', () => {
  test.each([
    ['postgres://db', [['db', 5432]]],
    [
      'postgresql://ada:pw@one:6000,two,three:7000/app',
      [
        ['one', 6000],
        ['two', 5432],
        ['three', 7000],
      ],
    ],
    [
      'postgres://u@[2001:db8::1]:6000,[::1]/app',
      [
        ['2001:db8::1', 6000],
        ['::1', 5432],
      ],
    ],
    ['postgres://u@%2Fvar%2Frun/app', [['/var/run', 5432]]],
    [
      'postgres:///app?host=one,two&port=6000',
      [
        ['one', 6000],
        ['two', 6000],
      ],
    ],
    ['postgres:///app', [['localhost', 5432]]],
  ] as const)('the hosts of %s', (url, hosts) => {
    expect(parseDatabaseUrl(url).hosts.map(({ host, port }) => [host, port])).toEqual(hosts);
  });

  test('names, passwords and databases with signs that are escaped', () => {
    const read = parseDatabaseUrl('postgres://ada%40x:p%3A%2F%3F%40w@db/my%2Fapp?options=-c%20geqo%3Doff');
    expect(read).toMatchObject({ user: 'ada@x', password: 'p:/?@w', database: 'my/app', options: '-c geqo=off' });
    expect(parseDatabaseUrl('postgres://ada@db').database).toBe('ada');
  });

  test('the modes of libpq, whose default is prefer', () => {
    expect(parseDatabaseUrl('postgres://db')).toMatchObject({ sslMode: 'prefer', attributes: 'any' });
    expect(parseDatabaseUrl('postgres://db?ssl=true').sslMode).toBe('require');
    const url =
      'postgres://db/app?sslmode=verify-full&sslrootcert=system&target_session_attrs=read-write&connect_timeout=3';
    expect(parseDatabaseUrl(url)).toMatchObject({
      sslMode: 'verify-full',
      rootCertificate: 'system',
      attributes: 'read-write',
      connectTimeout: 3_000,
    });
  });
});

describe('is refused in words:', () => {
  test.each([
    ['mysql://db', 'must begin with postgres://'],
    ['postgres://a,b:1,c/app?port=1,2', 'one port for all hosts, or one for each'],
    ['postgres://db:0/app', 'no number from 1 to 65535'],
    ['postgres://db/app?sslmode=on', 'sslmode must be disable, allow, prefer, require, verify-ca, verify-full'],
    ['postgres://db/app?sslmode=verify-full', 'needs sslrootcert'],
    ['postgres://db/app?sslmode=require&sslrootcert=system', 'needs sslmode=verify-full'],
    ['postgres://db/app?sslcert=a.pem', 'sslcert and sslkey need each other'],
    ['postgres://db/app?target_session_attrs=standby', 'target_session_attrs must be any, read-write, primary'],
    ['postgres://db/app?schema=public', 'the parameter schema is not known'],
    ['postgres://db/app?channel_binding=require', 'channel_binding must be disable or prefer'],
    ['postgres://db/app?connect_timeout=soon', 'connect_timeout must be a number'],
    ['postgres://u:100%@db/app', 'a % that begins no character'],
  ])('%s', (url, words) => {
    expect(() => parseDatabaseUrl(url)).toThrow(DatabaseUrlFault);
    expect(() => parseDatabaseUrl(url)).toThrow(words);
  });

  test('and the configuration names the variable, but never the password', () => {
    for (const url of [
      'mysql://u:sesame@db',
      'postgres://u:x?sesame&sesame=1@db/app',
      'postgres://u:1/sesame@db/app',
      'postgres://u:1#sesame@db/app',
      'postgres://u:sesame@db/app?Sesame=1',
    ]) {
      const refused = (() => {
        try {
          return readConfig({ DATABASE_URL: url });
        } catch (error) {
          return error;
        }
      })();
      expect(refused).toBeInstanceOf(ConfigError);
      expect(String(refused)).toContain('DATABASE_URL: ');
      expect(String(refused).toLowerCase()).not.toContain('sesame');
    }
  });
});
