/**
 * Runs every check and suite, and ends with what failed and one line that counts them: `N passed, N failed`.
 *
 * `--checks` runs only the checks. `--proof` runs the same tests at their full counts with a random
 * seed, and writes the result to `docs/proof.md`; with `--fuzz`, ten million hostile inputs more. `--suite NAME` (`checks` are one), once or
 * more often, runs only these suites; a proof then keeps the results of the others. Otherwise the seed is always 1, so
 * that the same tree gives the same result; `NIGHTJAR_SEED` sets another.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { failedCheck, failedTests, failureLines } from './failures.mjs'
import { addedCounts, merged, proofText, summary, testedTree } from './proof.mjs'

/** @typedef {import('./proof.mjs').Result} Result */

/** Scripts of package.json, each counted as one test. `npm run check` runs these and the import table. */
const checks = ['lint', 'types', 'format:check', 'docs:check', 'wasm:check', 'size', 'knip']
const suites = ['unit', 'interop', 'e2e']

/** Anything else on the command line is an error. */
const { values: options } = parseArgs({
  options: {
    checks: { type: 'boolean', default: false },
    proof: { type: 'boolean', default: false },
    fuzz: { type: 'boolean', default: false },
    suite: { type: 'string', multiple: true, default: [] },
  },
})
const { checks: checksOnly, proof, fuzz, suite: chosen } = options
const seed =
  process.env.NIGHTJAR_SEED ?? (proof ? String(Math.floor(Math.random() * 2 ** 31)) : '1')
const env = { ...process.env, NIGHTJAR_SEED: seed, ...(proof && { NIGHTJAR_PROOF: '1' }) }

// Without a name, the checks and all suites run.
for (const name of chosen)
  if (!['checks', ...suites, 'fuzz'].includes(name))
    throw new Error(`--suite: there is no suite ${name}`)

/** Files that the proof itself writes. */
const written = ['docs/proof.md', 'docs/proof.json']
const before = testedTree('.', written)

const isChosen = (/** @type {string} */ name) => chosen.length === 0 || chosen.includes(name)

/** @type {Result[]} */
const results = isChosen('checks') ? await allChecks() : []
if (checksOnly) results.push(await check('architecture'))
else results.push(...suites.filter(isChosen).map(suite))
if (fuzz || chosen.includes('fuzz')) results.push(await fuzzed())

if (proof) {
  const after = testedTree('.', written)
  const changed = [...new Set([...before.changed, ...after.changed])]
  if (after.commit !== before.commit) changed.push('HEAD')
  const date = new Date().toISOString().slice(0, 10)
  const run = { tree: { ...before, changed }, seed, node: process.versions.node, date }
  const isPart = chosen.length > 0 && existsSync('docs/proof.json')
  const earlier = isPart ? JSON.parse(readFileSync('docs/proof.json', 'utf8')) : []
  const now = results.map(({ failures: _, ...result }) => ({ ...result, ...run }))
  const proofs = merged(earlier, now)
  writeFileSync('docs/proof.json', `${JSON.stringify(proofs, undefined, 2)}\n`)
  writeFileSync('docs/proof.md', proofText(proofs, existsSync('docs/soak.md')))
}
for (const line of failureLines(results.flatMap(({ failures }) => failures ?? [])))
  console.log(line)
for (const { name, passed, failed, seconds } of results)
  console.log(`${name}: ${passed} ok, ${failed} bad, ${seconds} s`)
console.log(summary(results))
const passed = results.some((result) => result.passed > 0)
process.exit(passed && results.every(({ failed }) => failed === 0) ? 0 : 1)

/** Each check uses one core, so as many run at a time as there are cores; the longest begin. */
async function allChecks() {
  const left = [...checks]
  /** @type {Map<string, Result>} */
  const done = new Map()
  async function lane() {
    for (let name = left.shift(); name !== undefined; name = left.shift())
      done.set(name, await check(name))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
  return checks.map((name) => /** @type {Result} */ (done.get(name)))
}

/** Prints the output of a check when it has ended. @param {string} name @returns {Promise<Result>} */
async function check(name) {
  const start = performance.now()
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'], env })
  /** @type {Buffer[]} */
  const output = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (/** @type {Buffer} */ part) => output.push(part))
  const [status] = await once(child, 'close')
  const text = Buffer.concat(output)
  process.stdout.write(text)
  const isGood = status === 0
  const seconds = Math.round((performance.now() - start) / 1000)
  const failures = isGood ? [] : [failedCheck(name, text.toString())]
  return { name, passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0, seconds, failures }
}

/** Hostile inputs, in addition to those of the suites. @returns {Promise<Result>} */
async function fuzzed() {
  const result = await check('fuzz:proof')
  return { ...result, name: 'fuzz', counts: { 'hostile inputs': 10_000_000 * result.passed } }
}

/** @param {string} name @returns {Result} */
function suite(name) {
  const reports = mkdtempSync(join(tmpdir(), 'nightjar-test-'))
  const file = join(reports, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const start = performance.now()
  const args = ['vitest', 'run', '--project', `${name}*`, ...reporters]
  const { status } = spawnSync('npx', args, { stdio: 'inherit', env })
  const counted = counts(name, file, status)
  rmSync(reports, { recursive: true })
  return { name, ...counted, seconds: Math.round((performance.now() - start) / 1000) }
}

/**
 * Counts of one suite. A suite that broke before it counted anything, or outside its tests, failed once.
 *
 * @param {string} name
 * @param {string} file Report of vitest.
 * @param {number | null} status
 */
function counts(name, file, status) {
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
      failures: [
        ...failedTests(testResults),
        ...(outside ? [`FAILED ${name}: an error outside its tests, see above.`] : []),
      ],
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [`FAILED ${name}: it wrote no report.`] }
  }
}
