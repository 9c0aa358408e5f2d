/**
 * Runs the measurements of `tests/bench`: `npm run bench -- --help`.
 *
 * Vite loads them, because Node 20 does not run TypeScript.
 */
import { runTool } from './run-tool.mjs'

await runTool('/tests/bench/main.ts')
