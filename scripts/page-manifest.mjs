/**
 * The list of the page's files with their digests: `release.json` beside them.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { runnerImport } from 'vite'

/** @typedef {import('../protocol/release.ts').Release} Release */

/**
 * Writes the list of a built page. Commit and time of a release come from the environment, as they do in the page.
 *
 * @param {string} folder For example `dist/page`.
 * @returns {Promise<Release>}
 */
export async function writeManifest(folder) {
  /** @type {{ module: typeof import('../protocol/release.ts') }} */
  const { module } = await runnerImport('./protocol/release.ts')
  const { manifestName, manifestText, releaseOf, signatureName } = module
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => name !== manifestName && name !== signatureName)
  const contents = new Map(names.map((name) => [name, readFileSync(join(folder, name))]))
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const { VITE_RELEASE_COMMIT: commit, VITE_RELEASE_DATE: date } = process.env
  const about = { version, ...(commit && { commit }), ...(date && { date }) }
  const release = releaseOf(about, contents)
  writeFileSync(join(folder, manifestName), manifestText(release))
  return release
}
