/**
 * Folders that exist as long as the test process.
 *
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atExit } from '../programs/at-exit.ts'

/** An empty folder of this run, removed when the test process ends. */
export function temporaryFolder(name = 'test'): string {
  const folder = mkdtempSync(join(tmpdir(), `nightjar-${name}-`))
  atExit(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}
