/**
 * Releases of this tree with a throw-away key, as `npm run release` makes them.
 *
 * @module
 */
import { execFile, execFileSync } from 'node:child_process'
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { manifestText, readManifest, releaseOf, type Release } from '#protocol/release.ts'
import { buildSources } from '../../../scripts/freshness.mjs'
import { temporaryFolder } from '../storage/temporary-folder.ts'

/** A key pair, and the file of its private half. */
type ReleaseKey = { file: string; publicFile: string; privateKey: KeyObject }

/** As `openssl genpkey -algorithm ed25519` and `openssl pkey -pubout` write it. */
export function releaseKey(): ReleaseKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const folder = temporaryFolder('key')
  const [file, publicFile] = [join(folder, 'key.pem'), join(folder, 'public.pem')]
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(publicFile, publicKey.export({ type: 'spki', format: 'pem' }))
  return { file, publicFile, privateKey }
}

/** The time of the commit that is released. */
export const commitDate = '2026-11-23T10:00:00Z'

/** A git repository with this tree as its only commit. The same tree has the same commit. */
export function committedTree(): string {
  const folder = temporaryFolder('tree')
  for (const path of [...buildSources('.'), '.gitignore']) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(path, join(folder, path))
  }
  cpSync('docs', join(folder, 'docs'), { recursive: true })
  cpSync('wasm/build', join(folder, 'wasm/build'), { recursive: true })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example', ...args], {
      cwd: folder,
      env: { ...process.env, GIT_AUTHOR_DATE: commitDate, GIT_COMMITTER_DATE: commitDate },
    })
  git('init', '--quiet')
  // A link, which the pattern for the folder does not match.
  writeFileSync(join(folder, '.git/info/exclude'), 'node_modules\n')
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  git('add', '.')
  git('commit', '--quiet', '--message', 'tests: a tree')
  return folder
}

/** Runs the release script of a tree. @returns What it printed. @throws {Error} With its error output. */
export async function runRelease(tree: string, ...args: string[]): Promise<string> {
  const command = [join(tree, 'scripts/release.mjs'), ...args]
  // Not synchronously: a build may take a minute, in which vitest expects messages of its worker.
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: tree })
  return stdout
}

/** Unpacks the archive of a release. @returns The folder of the package. */
export function unpacked(release: string): string {
  const folder = temporaryFolder('unpacked')
  const archive = readdirSync(release).find((name) => name.endsWith('.tgz'))!
  const args = ['--extract', '--gzip', '--strip-components=1', '--file', resolve(release, archive)]
  execFileSync('tar', args, { cwd: folder })
  return folder
}

/** Links the packages that are installed without those for development, and no others. */
export function linkRuntimePackages(folder: string): string[] {
  const lock = JSON.parse(readFileSync(join(folder, 'npm-shrinkwrap.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>
  }
  const names = Object.entries(lock.packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => path)
    // A package inside another one comes with it.
    .filter((path) => path.lastIndexOf('node_modules/') === 0)
  for (const path of names) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(resolve(path), join(folder, path))
  }
  return names
}

/** Lists and signs the files of a page again, after they were changed. */
export function signPage(
  page: string,
  key: KeyObject,
  about: Partial<Pick<Release, 'version' | 'date'>> = {},
): Release {
  const before = readManifest(readFileSync(join(page, 'release.json'), 'utf8'))
  const names = readdirSync(page, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('release.'))
    .map((entry) => relative(page, join(entry.parentPath, entry.name)))
  const contents = new Map(names.map((name) => [name, readFileSync(join(page, name))]))
  const release = releaseOf({ ...before, ...about }, contents)
  const text = manifestText(release)
  writeFileSync(join(page, 'release.json'), text)
  writeFileSync(join(page, 'release.sig'), sign(null, Buffer.from(text), key))
  return release
}
