import type { Browser } from 'playwright-core';
import type { MirrorContext } from '../../../api/actions/context.ts';
import type { ApiParts } from '../../../api/app.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import {
  type ApiUnderTest,
  type IndexUnderTest,
  openApi,
  openIndex,
} from '../../api/support/mirror-under-test.ts';
import { builtPages } from './built-pages.ts';
import { openBrowser } from './chromium.ts';
import { OpenPage, type OpenPageOptions } from './open-page.ts';

/** An index of a test is written once, and stands still however long the test takes. */
const PATIENT = { lagSlots: 150, checkpointAgeMs: 3_600_000_000 };

/** What every page asks; a file of the pages may have either word in its name. */
export const LIVE_PATHS = /\/(graphql|ready)(\?|$)/;

/** The pages over an index of the test's, in a real browser. */
export interface PagesUnderTest {
  readonly under: IndexUnderTest;
  readonly browser: Browser;
  /** The API that runs now. */
  readonly api: ApiUnderTest;
  readonly origin: string;
  /** Starts an API over the index; ends the one before. */
  serve(parts?: Partial<ApiParts>, overrides?: Partial<MirrorContext>): Promise<void>;
  /** Opens a page; it is closed by `tidy`. */
  open(path: string, options?: Partial<OpenPageOptions>): Promise<OpenPage>;
  /** Closes the pages that were opened. */
  tidy(): Promise<void>;
  stop(): Promise<void>;
}

export async function openPages(): Promise<PagesUnderTest> {
  const pages = await builtPages();
  const under = await openIndex();
  const browser = await openBrowser();
  const opened: OpenPage[] = [];
  let api: ApiUnderTest | undefined;
  let origin = '';
  const running = (): ApiUnderTest => {
    if (api === undefined) throw new Error('serve() comes first');
    return api;
  };
  /** Connections that a browser or a test opened and left are not waited for. */
  const end = async (): Promise<void> => {
    api?.app.server.closeAllConnections();
    await api?.stop();
  };
  const tidy = async (): Promise<void> => {
    for (const page of opened.splice(0)) await page.close();
  };
  return {
    under,
    browser,
    get api() {
      return running();
    },
    get origin() {
      return origin;
    },
    serve: async (parts, overrides) => {
      await end();
      api = openApi(under.olap, { clock: systemClock, pages, readiness: PATIENT, ...parts }, overrides);
      origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
    },
    open: async (path, options = {}) => {
      const page = await OpenPage.open({ browser, origin, path, ...options });
      opened.push(page);
      return page;
    },
    tidy,
    stop: async () => {
      await tidy();
      await end();
      await under.dispose();
    },
  };
}
