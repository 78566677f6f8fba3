import { describe, expect, it } from 'vitest';
import { phrasesOf } from '../../emails/language/phrases.ts';
import { block, rendered } from './sample.ts';

const shown = (text: string) => phrasesOf(text).map(({ text: phrase, isWhole }) => (isWhole ? `[${phrase}]` : phrase));

describe('the phrases of a Japanese heading', () => {
  it.each([
    ['ご注文の商品を発送しました', ['[ご注文の]', '[商品を]', '[発送しました]']],
    ['アカウントへの新しいサインイン', ['[アカウントへの]', '[新しい]', '[サインイン]']],
    ['パスワード再設定のご案内', ['[パスワード再設定の]', '[ご案内]']],
    ['1週間のまとめ', ['[1週間のまとめ]']],
    [' に参加しましょう', ['\u00a0に', '[参加しましょう]']],
    ['ご注文ありがとうございます', ['[ご注文]', '[ありがとう]', '[ございます]']],
    [' へようこそ', ['\u00a0へ', '[ようこそ]']],
    ['Order 17', ['Order 17']],
    ['', ['']],
  ])('of %j are %j', (text, phrases) => {
    expect(shown(text)).toEqual(phrases);
  });

  it('stay whole in the mail, and the plain text has none of it', async () => {
    const heading = block('heading', { text: '{{ event.city }} に参加しましょう' });
    const translations = { ja: {} };
    const { html, text } = await rendered({ blocks: [heading], translations }, undefined, { locale: 'ja' });
    expect(html).toContain(
      '><span style="display:inline-block"> Turin</span>\u00a0に<span style="display:inline-block"> 参加しましょう</span></h1>',
    );
    const named = block('heading', { text: '「{{ event.city }}」への招待' });
    const invited = (await rendered({ blocks: [named], translations }, undefined, { locale: 'ja' })).html;
    expect(invited).toContain('<span style="display:inline-block"> 「Turin」</span>');
    expect(text).toBe('Turin に参加しましょう\n');
    expect((await rendered({ blocks: [heading] })).html).toContain('>Turin に参加しましょう</h1>');
  });

  it('a value in bold stays whole in a Japanese paragraph, and words in bold break as text does', async () => {
    const blocks = [block('text', { text: '**{{ event.city }}**まで、**無料**です' })];
    const bold = async (locale: string) => {
      const { html } = await rendered({ blocks, translations: { ja: {} } }, undefined, { locale });
      return html.match(/<strong[^>]*>/g);
    };
    expect(await bold('ja')).toEqual(['<strong style="display:inline-block">', '<strong>']);
    expect(await bold('en')).toEqual(['<strong>', '<strong>']);
  });
});
