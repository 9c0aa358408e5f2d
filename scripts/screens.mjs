/**
 * Runs `tests/screens`: `npm run screens -- --help`.
 */
import { runTool } from './run-tool.mjs'

await runTool('/tests/screens/main.ts')
