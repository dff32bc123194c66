import { useQuery } from '@tanstack/react-query';
import { failureOf } from '../../data/failure.ts';
import { readExample } from '../../data/report-file.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import type { ChooseProps } from './choose.tsx';
import address from './example-report.json?url';
import { Opened } from './opened.tsx';

/** The report of six weeks of the frozen bars, as the harness wrote it. */
export function Example({ onFile }: Pick<ChooseProps, 'onFile'>) {
  const { data, error, refetch } = useQuery({
    queryKey: ['harness example'],
    queryFn: ({ signal }) => readExample(address, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data !== undefined) return <Opened file={data} onFile={onFile} />;
  if (error !== null) return <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />;
  return (
    <>
      <p className="visually-hidden" role="status">
        Loading the example
      </p>
      <Skeleton height="8rem" />
      <Skeleton height="24rem" />
    </>
  );
}
