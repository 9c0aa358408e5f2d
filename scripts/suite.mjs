/**
 * Runs one suite, or the tests of one path: `npm run unit -- worker/engine/scan`.
 *
 * A path names a folder or a file of the sources or of the suite. What begins with `-` goes to vitest,
 * with everything after it.
 */
import { spawnSync } from 'node:child_process'
import { testFilters } from './test-filters.mjs'

const [suite = '', ...args] = process.argv.slice(2)
const options = args.findIndex((arg) => arg.startsWith('-'))
const [paths, rest] = options === -1 ? [args, []] : [args.slice(0, options), args.slice(options)]

const { filters, unknown } = testFilters('.', suite, paths)
if (unknown.length > 0) {
  for (const { path, tried } of unknown)
    console.error(`${path}: expected a path with tests, found none of ${tried.join(', ')}`)
  process.exit(2)
}
const command = ['vitest', 'run', '--project', `${suite}*`, ...filters, ...rest]
const { status } = spawnSync('npx', command, { stdio: 'inherit' })
process.exit(status ?? 1)
