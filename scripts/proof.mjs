/**
 * Writes `docs/proof.md`: which commit was tested, how, and with what result.
 */
import { spawnSync } from 'node:child_process'

/**
 * `counts`: what tests have counted in `task.meta.counts`, by name. `failures`: a text for each failure.
 *
 * @typedef {{
 *   name: string, passed: number, failed: number, skipped: number, seconds: number,
 *   counts?: Record<string, number>, failures?: string[],
 * }} Result
 */

/**
 * The tested tree: the commit, and the paths that differ from it. `commit` is undefined outside a git repository.
 *
 * @typedef {{ commit: string | undefined, changed: string[] }} Tree
 */

/**
 * The result of a suite, and what was tested: when a suite runs again, the others keep theirs.
 *
 * @typedef {Result & { tree: Tree, seed: string, node: string, date: string }} Proof
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
 * The proofs of suites, some of which ran again.
 *
 * @param {readonly Proof[]} before
 * @param {readonly Proof[]} now
 * @returns {Proof[]}
 */
export function merged(before, now) {
  const names = [...new Set([...before, ...now].map(({ name }) => name))]
  const find = (/** @type {readonly Proof[]} */ all, /** @type {string} */ named) =>
    all.find(({ name }) => name === named)
  return names.map((name) => /** @type {Proof} */ (find(now, name) ?? find(before, name)))
}

/**
 * The text of `docs/proof.md`.
 *
 * @param {readonly Proof[]} proofs
 * @param {boolean} isSoaked Whether there is a result of `npm run soak`.
 */
export function proofText(proofs, isSoaked) {
  const seconds = proofs.reduce((sum, proof) => sum + proof.seconds, 0)
  const rows = proofs.map(({ name, passed, failed, skipped, seconds, tree, seed, node, date }) =>
    ['', name, passed, failed, skipped, duration(seconds), commitOf(tree), seed, node, date, '']
      .join(' | ')
      .trim(),
  )
  const unclean = proofs.filter(({ tree }) => !tree.commit || tree.changed.length > 0)
  const problems = [...new Set(unclean.map(({ tree }) => `Tested: ${treeText(tree)}`))]
  return [
    '# Proof',
    '',
    'Written by `npm run proof`, which runs every check and every test at its full counts, together',
    `${duration(seconds)}. \`npm run proof -- --suite NAME\` runs one suite again. Do not edit.`,
    '',
    `**${summary([...proofs])}.**`,
    '',
    ...problems.flatMap((problem) => [problem, '']),
    ...(isSoaked
      ? ['Memory and handles under load: [soak.md](soak.md), written by `npm run soak`.', '']
      : []),
    '| suite | passed | failed | skipped | duration | commit | seed | Node | finished on |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    ...countRows(addedCounts(proofs.map(({ counts }) => counts))),
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

const commitOf = (/** @type {Tree} */ { commit, changed }) =>
  `${commit?.slice(0, 12) ?? 'none'}${changed.length > 0 ? ', changed' : ''}`

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
