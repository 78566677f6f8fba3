import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import type { ReactNode } from 'react';
import { Empty } from '../parts/states.tsx';
import { words } from '../words.ts';

export function NotFound(): ReactNode {
  return (
    <>
      <h1 className="unseen">{words.notFound.title}</h1>
      <Empty icon={Compass} title={words.notFound.title} hint={words.notFound.hint}>
        <Link className="button primary" to="/messages">
          {words.notFound.home}
        </Link>
      </Empty>
    </>
  );
}
