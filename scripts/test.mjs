/**
 * Runs every check and suite, and ends with one line that counts them: `N passed, N failed`.
 *
 * `--checks` runs only the checks. `--proof` runs the same tests at their full counts with a random
 * seed, and writes the result to `docs/proof.md`; with `--fuzz`, ten million hostile inputs more. Otherwise the seed is always 1, so that the same
 * tree gives the same result; `NIGHTJAR_SEED` sets another.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addedCounts, proofText, summary, testedTree } from './proof.mjs'

/** @typedef {import('./proof.mjs').Result} Result */

/** Scripts of package.json, each counted as one test. `npm run check` runs these and the import table. */
const checks = ['types', 'lint', 'format:check', 'docs:check', 'wasm:check', 'size', 'knip']
const suites = ['unit', 'interop', 'e2e']

const checksOnly = process.argv.includes('--checks')
const proof = process.argv.includes('--proof')
const fuzz = process.argv.includes('--fuzz')
const seed =
  process.env.NIGHTJAR_SEED ?? (proof ? String(Math.floor(Math.random() * 2 ** 31)) : '1')
const env = { ...process.env, NIGHTJAR_SEED: seed, ...(proof && { NIGHTJAR_PROOF: '1' }) }

/** Files that the proof itself writes. */
const written = ['docs/proof.md']
const before = testedTree('.', written)

/** @type {Result[]} */
const results = checks.map(check)
if (checksOnly) results.push(check('architecture'))
else results.push(...suites.map(suite))
if (fuzz) results.push(fuzzed())

if (proof) {
  const after = testedTree('.', written)
  const changed = [...new Set([...before.changed, ...after.changed])]
  if (after.commit !== before.commit) changed.push('HEAD')
  const date = new Date().toISOString().slice(0, 10)
  const tree = { ...before, changed }
  const isSoaked = existsSync('docs/soak.md')
  writeFileSync(
    'docs/proof.md',
    proofText({ tree, seed, node: process.versions.node, date, isSoaked, results }),
  )
}
for (const { name, passed, failed, seconds } of results)
  console.log(`${name}: ${passed} ok, ${failed} bad, ${seconds} s`)
console.log(summary(results))
const passed = results.some((result) => result.passed > 0)
process.exit(passed && results.every(({ failed }) => failed === 0) ? 0 : 1)

/** @param {string} name @returns {Result} */
function check(name) {
  const { status, seconds } = timed('npm', ['run', '--silent', name])
  return { name, passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0, seconds }
}

/** Hostile inputs, in addition to those of the suites. @returns {Result} */
function fuzzed() {
  const result = check('fuzz:proof')
  return { ...result, name: 'fuzz', counts: { 'hostile inputs': 10_000_000 * result.passed } }
}

/** @param {string} name @returns {Result} */
function suite(name) {
  const reports = mkdtempSync(join(tmpdir(), 'nightjar-test-'))
  const file = join(reports, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { status, seconds } = timed('npx', ['vitest', 'run', '--project', name, ...reporters])
  const counted = counts(file, status)
  rmSync(reports, { recursive: true })
  return { name, ...counted, seconds }
}

/** @param {string} command @param {string[]} args */
function timed(command, args) {
  const start = performance.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit', env })
  return { status, seconds: Math.round((performance.now() - start) / 1000) }
}

/**
 * Counts of one suite. A suite that broke before it counted anything, or outside its tests, failed once.
 *
 * @param {string} file Report of vitest.
 * @param {number | null} status
 */
function counts(file, status) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } =
      JSON.parse(readFileSync(file, 'utf8'))
    /** @type {{ meta?: { counts?: Record<string, number> } }[]} */
    const tests = testResults.flatMap(
      (/** @type {{ assertionResults: [] }} */ { assertionResults }) => assertionResults,
    )
    const outside = status !== 0 && numFailedTests === 0 ? 1 : 0
    return {
      passed: numPassedTests,
      failed: numFailedTests + outside,
      skipped: numPendingTests + numTodoTests,
      counts: addedCounts(tests.map(({ meta }) => meta?.counts)),
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}
