import { createRootRoute, type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { againAfter, failureOf } from '../data/failure.ts';
import { FailureNotice } from '../parts/notice.tsx';
import { Page } from '../parts/page.tsx';
import { Shell } from './shell.tsx';

export const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: BrokenPage,
});

export function BrokenPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  const failure = failureOf(error);
  const again = againAfter(failure);
  useEffect(() => {
    if (again === false) return;
    const timer = setTimeout(() => void router.invalidate(), again);
    return () => clearTimeout(timer);
  }, [again, router]);
  // Loading the document again during an outage would leave for the browser's own error page.
  const retry = again === false ? () => window.location.reload() : () => void router.invalidate();
  return (
    <Page title="Something failed">
      <FailureNotice failure={failure} onRetry={retry} retries={again !== false} />
    </Page>
  );
}

export function NotFound() {
  return (
    <Page title="Page not found">
      <div className="whole-page">
        <h1>Page not found</h1>
        <p className="quiet">Check the address, or start from the launches.</p>
        <Link className="button button-main" to="/">
          View launches
        </Link>
      </div>
    </Page>
  );
}
