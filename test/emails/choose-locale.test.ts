import { describe, expect, it } from 'vitest';
import { chooseLocale } from '../../emails/document/choose-locale.ts';

describe('chooseLocale', () => {
  it.each<[readonly (string | null)[], readonly string[], string, string]>([
    [['de'], ['de', 'fr'], 'en', 'de'],
    [['de-CH-1996'], ['de'], 'en', 'de'],
    [['de-CH'], ['de', 'de-ch'], 'en', 'de-ch'],
    [['DE_ch'], ['de'], 'en', 'de'],
    [['zh-Hant-CN-x-private1-private2'], ['zh-Hant'], 'en', 'zh-Hant'],
    [['zh-a-b'], ['zh'], 'en', 'zh'],
    [['de'], ['de-CH'], 'en', 'en'],
    [[null, 'fr'], ['fr'], 'en', 'fr'],
    [['pt-BR', 'fr'], ['fr', 'es'], 'en', 'fr'],
    [['en-GB', 'fr'], ['fr'], 'en', 'en'],
    [['', '-', 'x'], ['fr'], 'en', 'en'],
    [[], ['fr'], 'en-US', 'en-US'],
    [['iw-IL'], ['he'], 'en', 'he'],
    [['he'], ['iw'], 'en', 'iw'],
    [['in'], ['id'], 'en', 'id'],
    [['ji'], ['yi'], 'en', 'yi'],
    [['no'], ['nb'], 'en', 'nb'],
    [['nb-NO'], ['no'], 'en', 'no'],
    [['zh-TW'], ['zh', 'zh-Hant'], 'en', 'zh-Hant'],
    [['zh_HK'], ['zh-CN', 'zh-TW'], 'en', 'zh-TW'],
    [['zh-Hant'], ['zh-Hans', 'zh-HK'], 'en', 'zh-HK'],
    [['zh-TW'], ['fr'], 'zh', 'zh'],
    [['zh-TW'], ['zh-MO'], 'zh-CN', 'zh-MO'],
    [['zh-SG'], ['zh-Hant', 'zh-CN'], 'en', 'zh-CN'],
    [['zh'], ['zh-TW', 'zh-CN'], 'en', 'zh-CN'],
    [['zh-TW', 'fr'], ['zh-CN', 'fr'], 'en', 'fr'],
    [['sr-Latn-RS'], ['sr', 'sr-Latn'], 'en', 'sr-Latn'],
    [['sr-Latn'], ['sr'], 'en', 'sr'],
  ])('finds for %j among %j and %j: %j', (wanted, available, own, chosen) => {
    expect(chooseLocale(wanted, available, own)).toBe(chosen);
  });
});
