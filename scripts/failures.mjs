/**
 * What failed, in few lines, for the end of a long log.
 */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Lines of a message that are shown: enough for the difference of two values and the line of the test. */
const SHOWN_LINES = 12

/** Failures that are shown; further ones are counted. */
const SHOWN_FAILURES = 8

/**
 * The parts of a report of vitest that are read here.
 *
 * @typedef {{
 *   name: string, status: string, message?: string,
 *   assertionResults: { fullName: string, status: string, failureMessages?: string[] | null }[],
 * }} TestFile
 */

/**
 * One text for each failed test, and for each file that failed outside its tests: where it failed, and how.
 *
 * @param {readonly TestFile[]} files
 * @param {string} [root] Folder that the names of files are relative to.
 * @returns {string[]}
 */
export function failedTests(files, root = process.cwd()) {
  return files.flatMap(({ name, status, message = '', assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [failure(file, [message])] : []
    return failed.map(({ fullName, failureMessages }) =>
      failure(`${file} > ${fullName}`, failureMessages ?? []),
    )
  })
}

/**
 * The end of what a failed check printed.
 *
 * @param {string} name
 * @param {string} output
 */
export function failedCheck(name, output) {
  return failure(name, [output.trim().split('\n').slice(-SHOWN_LINES).join('\n')])
}

/**
 * The lines that show the first failures, and count the others.
 *
 * @param {readonly string[]} failures
 */
export function failureLines(failures) {
  const more = failures.length - SHOWN_FAILURES
  return [
    ...failures.slice(0, SHOWN_FAILURES),
    ...(more > 0 ? [`FAILED and ${more} more: see above.`] : []),
  ]
}

/** @param {string} where @param {string[]} messages */
function failure(where, messages) {
  const lines = stripVTControlCharacters(messages.join('\n'))
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('node_modules'))
  return [`FAILED ${where}`, ...lines.slice(0, SHOWN_LINES).map((line) => `  ${line}`)].join('\n')
}
