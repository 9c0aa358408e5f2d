/**
 * Fuzzes all readers of hostile bytes: `npm run fuzz -- --help`.
 *
 * Vite loads the readers, because Node 20 does not run TypeScript.
 */
import { runTool } from './run-tool.mjs'

await runTool('/tests/support/fuzz/main.ts')
