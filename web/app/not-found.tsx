import { Link } from '@tanstack/react-router';
import { Page } from '../parts/page.tsx';

export function NotFound() {
  return (
    <Page title="No such page">
      <div className="whole-page">
        <h1>There is no page here</h1>
        <p className="quiet">The address may have been cut off, or the page was moved.</p>
        <Link className="button button-main" to="/">
          See the launches
        </Link>
      </div>
    </Page>
  );
}
