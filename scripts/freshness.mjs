/**
 * Decides whether a fresh clone lacks packages or a build, and whether the ones it has are outdated.
 *
 * The decision compares contents, not times: a checkout, a copy or an unpacked archive changes the
 * times of files in either direction.
 */
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Folders at the top of the tree that no build reads. */
const unbuilt = ['tests', 'docs']

/** Written by each build: the fingerprint of its sources and the files it made. */
const record = 'dist/build.json'

/**
 * Every file that a build may read: all files outside `tests/` and `docs/`, except dot files and
 * what `.gitignore` lists. New folders are included without being named here.
 *
 * @param {string} root Folder of the project. It need not be a git repository.
 * @returns {string[]} Paths below `root`, sorted, with `/` between folders.
 */
export function buildSources(root) {
  const isIgnored = ignoreRules(readFileSync(join(root, '.gitignore'), 'utf8'))
  /** @param {string} folder @returns {string[]} */
  const inside = (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.name.startsWith('.') || unbuilt.includes(path) || isIgnored(path)) return []
      if (entry.isDirectory()) return inside(path)
      return entry.isFile() ? [path] : []
    })
  return inside('').sort()
}

/**
 * One hash over the paths and contents of all build sources.
 *
 * @param {string} root
 */
export function fingerprint(root) {
  const hash = createHash('sha256')
  for (const path of buildSources(root)) {
    const bytes = readFileSync(join(root, path))
    hash.update(`${path}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex')
}

/**
 * Records a finished build.
 *
 * @param {string} root
 * @param {string} sources Fingerprint taken before the build: an edit during the build makes a rebuild due.
 * @param {number} startedMs Start of the build, Unix time. Files in `dist/` written since are its outputs.
 */
export function recordBuild(root, sources, startedMs) {
  const outputs = readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).mtimeMs >= startedMs)
    .map((file) => relative(root, file))
    .sort()
  writeFileSync(join(root, record), `${JSON.stringify({ sources, outputs }, null, 2)}\n`)
}

/**
 * Whether `npm run build` must run: no recorded build, a missing output, or a changed source.
 *
 * @param {string} root
 */
export function isBuildDue(root) {
  if (!existsSync(join(root, record))) return true
  /** @type {{ sources: string, outputs: string[] }} */
  const { sources, outputs } = JSON.parse(readFileSync(join(root, record), 'utf8'))
  return !outputs.every((file) => existsSync(join(root, file))) || sources !== fingerprint(root)
}

/**
 * Whether `npm ci` must run: npm's record of the installed packages differs from the lock file.
 * Packages that the lock file marks optional may be missing, since npm installs those of one platform only.
 * A linked `node_modules` belongs to another checkout and is not changed.
 *
 * @param {string} root
 */
export function isInstallDue(root) {
  const folder = lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })
  if (folder?.isSymbolicLink()) return false
  const installed = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(installed)) return true
  const found = packagesOf(installed)
  const wanted = Object.entries(packagesOf(join(root, 'package-lock.json')))
  return wanted.some(([path, { version, optional, integrity }]) => {
    const present = found[path]
    if (path === '' || (optional && !present)) return false
    return present?.version !== version || present?.integrity !== integrity
  })
}

/** @typedef {{ version?: string, optional?: boolean, integrity?: string }} LockedPackage */

/** @param {string} file @returns {Record<string, LockedPackage>} */
const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/**
 * Reads the forms of `.gitignore` that this project uses: a name, a path, a trailing slash, and `*`.
 *
 * @param {string} text
 * @returns {(path: string) => boolean}
 * @throws {Error} On a form it cannot read.
 */
function ignoreRules(text) {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const patterns = lines.map((line) => {
    if (/[!?[\]\\]|\*\*/.test(line))
      throw new Error(`.gitignore: expected a name, a path or a pattern with *, got ${line}`)
    const path = line.replace(/\/$/, '')
    const anywhere = path.includes('/') ? '' : '(?:.*/)?'
    const escaped = path.replace(/^\//, '').replace(/[.+^${}()|]/g, '\\$&')
    return new RegExp(`^${anywhere}${escaped.replaceAll('*', '[^/]*')}$`)
  })
  return (path) => patterns.some((pattern) => pattern.test(path))
}
