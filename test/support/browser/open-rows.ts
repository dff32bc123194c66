import type { Locator } from 'playwright-core';

/** Opens what a narrow window has no columns for, in every row of a table that is there; a wide one shows all of it. */
export async function openRows(table: Locator): Promise<void> {
  await table.getByRole('row').nth(1).waitFor();
  const closed = table.getByRole('button', { name: 'Details', expanded: false });
  while ((await closed.count()) > 0) await closed.first().click();
}
