import { runProgram } from './program.ts';

const code = await runProgram(process.argv.slice(2));
// A command that found something sets another code itself.
if (code !== 0) process.exitCode = code;
