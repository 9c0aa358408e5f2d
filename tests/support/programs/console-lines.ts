/**
 * What a program writes to its console, in place of the console of the tests.
 *
 * @module
 */
import { afterEach, beforeEach, vi } from 'vitest'

/** Lines of the current test on standard error, or on standard output. Call it outside of tests. */
export function consoleLines(stream: 'error' | 'log' = 'error'): string[] {
  const lines: string[] = []
  beforeEach(() => {
    lines.length = 0
    vi.spyOn(console, stream).mockImplementation((line: string) => void lines.push(line))
  })
  afterEach(() => void vi.restoreAllMocks())
  return lines
}
