import { openPages, type PagesUnderTest } from '../../../support/browser/pages-under-test.ts';
import { fillExplorer, NEWEST } from './explorer-index.ts';

/** The pages over an index with a launch of every phase. */
export async function openExplorer(): Promise<PagesUnderTest> {
  const pages = await openPages();
  await showExplorer(pages);
  return pages;
}

/** The same in pages that are open already: as if nothing had happened to them. */
export async function showExplorer(pages: PagesUnderTest): Promise<void> {
  await fillExplorer(pages.under.index);
  await pages.serve();
  await pages.api.followed.reaches(NEWEST);
}
