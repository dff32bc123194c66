import type { ComponentType } from 'react';
import { failureOf } from '../data/failure.ts';
import { useFile } from '../data/page-file.ts';
import { Skeleton } from './card.tsx';
import { FailureNotice } from './notice.tsx';

interface LazilyProps {
  readonly name: string;
  readonly load: () => Promise<ComponentType>;
  /** Of the place that it holds until its file has arrived. */
  readonly height: string;
}

/** A part of a page whose file is loaded after the page. */
export function Lazily({ name, load, height }: LazilyProps) {
  const { data: Part, error, refetch } = useFile(name, load);
  if (Part !== undefined) return <Part />;
  if (error !== null) return <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />;
  return <Skeleton height={height} />;
}
