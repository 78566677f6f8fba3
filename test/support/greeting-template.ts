/** The demo's template, with a greeting that is shown without a name too: its tag then falls back to nothing. */
import { demoTemplate } from '../../src/local/demo-template.ts';

interface Block {
  readonly id: string;
  readonly children?: readonly Block[];
}

const { composition } = demoTemplate as {
  readonly composition: { readonly document: { readonly blocks: readonly Block[] } };
};

export const greetingTemplate = {
  ...demoTemplate,
  composition: {
    ...composition,
    document: {
      ...composition.document,
      blocks: composition.document.blocks.flatMap((block) =>
        block.id === 'has-name' ? (block.children ?? []) : block,
      ),
    },
  },
};
