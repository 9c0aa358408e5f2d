/**
 * Writes `docs/proof.md`: which commit was tested, how, and with what result.
 */
import { spawnSync } from 'node:child_process'

/**
 * `counts`: what tests have counted in `task.meta.counts`, by name.
 *
 * @typedef {{
 *   name: string, passed: number, failed: number, skipped: number, seconds: number,
 *   counts?: Record<string, number>,
 * }} Result
 */

/**
 * The tested tree: the commit, and the paths that differ from it. `commit` is undefined outside a git repository.
 *
 * @typedef {{ commit: string | undefined, changed: string[] }} Tree
 */

/**
 * `isSoaked`: whether there is a result of `npm run soak`.
 *
 * @typedef {{
 *   tree: Tree, seed: string, node: string, date: string, isSoaked: boolean, results: Result[],
 * }} Run
 */

/**
 * @param {string} root
 * @param {string[]} [except] Paths whose changes do not count.
 * @returns {Tree}
 */
export function testedTree(root, except = []) {
  const git = (/** @type {string[]} */ ...args) =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  const head = git('rev-parse', 'HEAD')
  if (head.status !== 0) return { commit: undefined, changed: [] }
  const { stdout } = git('status', '--porcelain', '--no-renames')
  const paths = stdout.split('\n').map((line) => line.slice(3))
  const changed = paths.filter((path) => path !== '' && !except.includes(path))
  return { commit: head.stdout.trim(), changed }
}

/** One line that counts all results: `N passed, N failed`. */
export function summary(/** @type {Result[]} */ results) {
  const total = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    results.reduce((sum, result) => sum + result[key], 0)
  const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : ''
  return `${total('passed')} passed, ${total('failed')} failed${skipped}`
}

/**
 * The text of `docs/proof.md`.
 *
 * @param {Run} run
 */
export function proofText({ tree, seed, node, date, isSoaked, results }) {
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0)
  const rows = results.map(({ name, passed, failed, skipped, seconds }) =>
    ['', name, passed, failed, skipped, duration(seconds), ''].join(' | ').trim(),
  )
  return [
    '# Proof',
    '',
    'Written by `npm run proof`, which runs every check and every test at its full counts. Do not edit.',
    '',
    `**${summary(results)}.**`,
    '',
    `- Tested: ${treeText(tree)}`,
    `- Seed ${seed}, Node ${node}, finished on ${date}, duration ${duration(seconds)}.`,
    ...(isSoaked
      ? ['- Memory and handles under load: [soak.md](soak.md), written by `npm run soak`.']
      : []),
    '',
    '| suite | passed | failed | skipped | duration |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    ...countRows(addedCounts(results.map(({ counts }) => counts))),
  ].join('\n')
}

/**
 * Adds counts up by name.
 *
 * @param {readonly (Record<string, number> | undefined)[]} all
 */
export function addedCounts(all) {
  /** @type {Record<string, number>} */
  const sums = {}
  for (const counts of all)
    for (const [name, count] of Object.entries(counts ?? {})) sums[name] = (sums[name] ?? 0) + count
  return sums
}

/** @param {Record<string, number>} counts */
function countRows(counts) {
  const rows = Object.entries(counts).map(([name, count]) => `| ${name} | ${count} |`)
  return rows.length === 0 ? [] : ['| counted in tests | |', '| --- | --- |', ...rows.sort(), '']
}

/**
 * Names the tested tree, and says whether it is a commit.
 *
 * @param {Tree} tree
 */
export function treeText({ commit, changed }) {
  if (commit === undefined)
    return 'a folder that is not a git repository. **This proves no commit.**'
  if (changed.length === 0) return `commit ${commit}, without uncommitted changes.`
  const shown = changed.slice(0, 5).join(', ')
  const rest = changed.length > 5 ? ` and ${changed.length - 5} more` : ''
  return `commit ${commit} with uncommitted changes in ${shown}${rest}. **This does not prove the commit.**`
}

/** @param {number} seconds */
function duration(seconds) {
  return seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
