import { runAsProcess } from '../cli/process.ts';
import { run } from './run.ts';

await runAsProcess(run);
