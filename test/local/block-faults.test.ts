import { expect, it } from 'vitest';
import { blockFaults, faultLine } from '../../src/local/block-faults.ts';

const composition = {
  document: {
    blocks: [
      { id: 'title', type: 'heading', attrs: {} },
      {
        id: 'two',
        type: 'columns',
        columns: [{ id: 'left', children: [{ id: 'logo', type: 'image', attrs: { src: '' } }] }],
      },
      { type: 'text', attrs: {} },
    ],
  },
};

it('each fault stands under the id of its block, the innermost one', () => {
  const errors = {
    'composition.document.blocks.0.attrs.levle': ['is not a known attribute; did you mean `level`?'],
    'composition.document.blocks.1.columns.0.children.0.attrs.src': ['must not be empty'],
    'composition.document.blocks.1.columns.0.width': ['must be at most 100'],
    'composition.document.blocks.0.type': ['is no block'],
  };
  expect(blockFaults(composition, errors).map(faultLine)).toEqual([
    '`title`: levle: is not a known attribute; did you mean `level`?',
    '`logo`: src: must not be empty',
    '`two`: columns.0.width: must be at most 100',
    '`title`: type: is no block',
  ]);
});

it('the faults of a layout stand under the ids of its blocks too', () => {
  const layout = { header: [{ id: 'top', type: 'header', attrs: {} }], footer: [] };
  const errors = {
    'header.0.attrs.name': ['is required'],
    footer: ['must be an array'],
    'translations.de': ['is wrong'],
  };
  expect(blockFaults(layout, errors).map(faultLine)).toEqual([
    '`top`: name: is required',
    'footer: must be an array',
    'translations.de: is wrong',
  ]);
});

it('what is in no block, or in one without an id, keeps its path', () => {
  const errors = {
    subject: ['must not be empty'],
    'translations.de.title.text': ['Unknown variable event.nme'],
    'composition.document.blocks.2.id': ['is required'],
    'composition.document.settings.direction': ['must be one of ltr, rtl'],
    composition: ['must be an object'],
  };
  expect(blockFaults(composition, errors).map(faultLine)).toEqual([
    'subject: must not be empty',
    'translations.de.title.text: Unknown variable event.nme',
    'composition.document.blocks.2.id: is required',
    'composition.document.settings.direction: must be one of ltr, rtl',
    'composition: must be an object',
  ]);
  expect(blockFaults(null, errors)).toHaveLength(5);
});

it('what is said twice of one place is shown once', () => {
  const errors = { 'composition.document.blocks.0.attrs.level': ['must be 1 to 6', 'must be 1 to 6'] };
  expect(blockFaults(composition, errors)).toHaveLength(1);
});
