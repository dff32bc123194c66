import { runScripts } from './test-all.ts';

// Each of them leaves a core idle for a part of its time.
await runScripts(['test:unit'], ['lint', 'types']);
