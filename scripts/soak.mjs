/**
 * Runs `tests/soak`: `npm run soak -- --help`.
 */
import { runTool } from './run-tool.mjs'

await runTool('/tests/soak/main.ts')
