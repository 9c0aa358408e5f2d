/**
 * Runs `performance_tests` of monero.
 *
 * @module
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

const program = '/usr/lib/monero/tests/bin/performance_tests'

export const hasPerformanceTests = existsSync(program)

/**
 * Median time of a call in microseconds.
 *
 * @param test - Name of the test, such as `test_bulletproof_plus<false, 2>`.
 */
export async function nativeTime(test: string): Promise<number> {
  const { stdout } = await promisify(execFile)(program, ['--stats', `--filter=${test}`])
  const line = stdout.split('\n').find((each) => each.startsWith(`${test} `))
  const [, value, unit] = /median (\d+) (ns|µs|ms)/.exec(line ?? '') ?? []
  if (!value) throw new Error(`performance_tests did not tell of ${test}:\n${stdout.slice(-500)}`)
  return Number(value) * { ns: 0.001, µs: 1, ms: 1000 }[unit as 'ns' | 'µs' | 'ms']
}
