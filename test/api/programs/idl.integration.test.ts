import { expect, test } from 'vitest';
import { createProgramStore } from '../../../api/read/programs/store.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { openMigrated } from '../../support/migrated-store.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { waitFor } from '../../support/wait-for.ts';
import { silentLogger } from '../support/mirror-under-test.ts';
import { deskProgram, ProgramIndex } from './support/program-index.ts';

test('an index that another IDL decodes is not read until it is decoded by the configured one', async () => {
  await using directory = await temporaryDirectory();
  const store = await openMigrated({ dataDir: directory.path, logger: silentLogger });
  const program = deskProgram();
  const index = await ProgramIndex.create(store, program);
  await index.keepIdl('of an older IDL');
  await index.slots.checkpoint({ slot: 7n });
  const expected = { programId: program.address };
  const read = createProgramStore({
    ...{ olap: index.olap, clock: systemClock, logger: silentLogger },
    ...{ expected, program, pollMs: 5 },
  });
  const stop = new AbortController();
  const running = read.run(stop.signal);
  await waitFor(() => read.status.phase === 'failing', { what: 'the index to be refused' });
  expect(read.snapshot).toThrow('reading the index fails (INDEX_IDL_DIFFERS)');
  await index.keepIdl(program.idl.sha256);
  await waitFor(() => read.status.phase === 'ready', { what: 'the index to be read' });
  expect(read.snapshot().stamp.slot).toBe(7n);
  stop.abort();
  await running;
  await store.close();
});
