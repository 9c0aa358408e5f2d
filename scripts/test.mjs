/**
 * Runs every check and suite, and ends with one line that counts them: `N passed, N failed`.
 *
 * `--proof` runs the same tests at their full counts, with a seed drawn anew, and keeps the result in
 * `docs/proof.md`. Without it the seed is always the same, so that the same tree has the same result.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const proof = process.argv.includes('--proof')
const seed =
  process.env.NIGHTJAR_SEED ?? (proof ? String(Math.floor(Math.random() * 2 ** 31)) : '1')
const env = { ...process.env, NIGHTJAR_SEED: seed, ...(proof && { NIGHTJAR_PROOF: '1' }) }
const reports = mkdtempSync(join(tmpdir(), 'nightjar-test-'))

const checks = ['types', 'lint', 'format:check', 'wasm:check', 'docs:check']
const suites = ['unit', 'interop', 'e2e']

const results = []
for (const name of checks) {
  const { status } = spawnSync('npm', ['run', '--silent', name], { stdio: 'inherit', env })
  results.push({ name, passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 })
}
for (const name of suites) results.push(suite(name))
rmSync(reports, { recursive: true })

const total = (key) => results.reduce((sum, result) => sum + result[key], 0)
const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : ''
const line = `${total('passed')} passed, ${total('failed')} failed${skipped}`
if (proof) keepProof()
for (const { name, passed, failed } of results) console.log(`${name}: ${passed} ok, ${failed} bad`)
console.log(line)
process.exit(total('failed') === 0 && total('passed') > 0 ? 0 : 1)

function suite(name) {
  const file = join(reports, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const args = ['vitest', 'run', '--project', name, ...reporters]
  const { status } = spawnSync('npx', args, { stdio: 'inherit', env })
  return { name, ...counts(file, status) }
}

/** A suite that broke before it counted anything, or outside its tests, has failed once. */
function counts(file, status) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
      readFileSync(file, 'utf8'),
    )
    const outside = status !== 0 && numFailedTests === 0 ? 1 : 0
    return {
      passed: numPassedTests,
      failed: numFailedTests + outside,
      skipped: numPendingTests + numTodoTests,
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

function keepProof() {
  const rows = results.map(({ name, passed, failed }) => `| ${name} | ${passed} | ${failed} |`)
  mkdirSync('docs', { recursive: true })
  writeFileSync(
    'docs/proof.md',
    [
      '# Proof',
      '',
      'The result of `npm run proof`: every test at its full counts.',
      '',
      `Seed ${seed}, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}: ${line}.`,
      '',
      '| suite | passed | failed |',
      '| --- | --- | --- |',
      ...rows,
      '',
    ].join('\n'),
  )
}
