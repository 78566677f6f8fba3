/** Catches a part that was not loaded, and nothing else. */
import { Component, type ReactNode } from 'react';

export class PartMissing extends Error {
  override readonly name = 'PartMissing';

  constructor(cause: unknown) {
    super('A file of the console was not loaded.', { cause });
  }
}

interface Props {
  /** `tries`: how often the part was not loaded. */
  readonly fault: (tries: number, again: () => void) => ReactNode;
  readonly onAgain: () => void;
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
  readonly tries: number;
}

export class PartBoundary extends Component<Props, State> {
  override readonly state: State = { error: null, tries: 0 };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  override render(): ReactNode {
    const { error, tries } = this.state;
    if (error === null) return this.props.children;
    if (!(error instanceof PartMissing)) throw error;
    return this.props.fault(tries + 1, this.again);
  }

  private readonly again = () => {
    this.props.onAgain();
    this.setState(({ tries }) => ({ error: null, tries: tries + 1 }));
  };
}
