/**
 * Makes a release of the current commit: `npm run release -- --key FILE`.
 *
 * Page and programs are built from the commit alone, in a folder outside the project, so equal commits give equal
 * files. `dist/release` (or `--out FOLDER`) then holds:
 *
 * - `nightjar-VERSION.tgz`: programs, page and documents, as `npm pack` archives them
 * - `release.json`, `release.sig`: the signed list of the page's files; both are also in the archive
 * - `Containerfile`, to make an image of the archive
 * - `SHA256SUMS`, `SHA256SUMS.sig`: digests of all these files, signed
 *
 * `--public-key FILE` instead of `--key` builds the same page without the signatures, to compare it with a release.
 */
import { spawnSync } from 'node:child_process'
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { run } from './run.mjs'

/** @typedef {import('node:crypto').KeyObject} KeyObject */

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const options = /** @type {const} */ ({
  key: { type: 'string' },
  'public-key': { type: 'string' },
  out: { type: 'string' },
})

try {
  const given = parseArgs({ options }).values
  const key = readKey(given.key, given['public-key'])
  release(key, resolve(given.out ?? join(root, 'dist/release')))
} catch (error) {
  console.error(`release: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

/**
 * @param {string} [file] A private key, as `openssl genpkey -algorithm ed25519` writes it.
 * @param {string} [publicFile] A public key, as `openssl pkey -pubout` writes it.
 */
function readKey(file, publicFile) {
  if ((file === undefined) === (publicFile === undefined))
    throw new Error('expected --key FILE or --public-key FILE')
  const key =
    file === undefined
      ? createPublicKey(readFileSync(/** @type {string} */ (publicFile)))
      : createPrivateKey(readFileSync(file))
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`${file ?? publicFile}: expected an Ed25519 key, got ${key.asymmetricKeyType}`)
  return key
}

/** @param {KeyObject} key @param {string} out */
function release(key, out) {
  const changed = git('status', '--porcelain')
  if (changed !== '')
    throw new Error(`expected a tree without changes, got\n${changed}Commit or remove them first.`)
  const commit = git('rev-parse', 'HEAD').trim()
  const date = `${new Date(git('show', '-s', '--format=%cI', 'HEAD').trim()).toISOString().slice(0, 19)}Z`
  const folder = mkdtempSync(join(tmpdir(), 'nightjar-release-'))
  try {
    checkOut(folder)
    build(folder, { key: publicHex(key), commit, date })
    rmSync(out, { recursive: true, force: true })
    mkdirSync(out, { recursive: true })
    collect(folder, key, out)
  } finally {
    rmSync(folder, { recursive: true })
  }
  const { version, digest } = JSON.parse(readFileSync(join(out, 'release.json'), 'utf8'))
  console.log(`Nightjar ${version}, commit ${commit}`)
  console.log(`Digest of the page: ${digest}`)
  console.log(`Public key: ${publicHex(key)}${key.type === 'private' ? '' : ' (not signed)'}`)
  console.log(`Files: ${out}`)
}

/** The commit, the installed packages, and the WASM modules if they have their pinned hashes. @param {string} folder */
function checkOut(folder) {
  const archive = join(folder, 'commit.tar')
  git('archive', '--format=tar', `--output=${archive}`, 'HEAD')
  run('tar', ['--extract', '--file', archive, '--directory', folder])
  rmSync(archive)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'wasm/build'))
  for (const line of readFileSync(join(folder, 'wasm/build.sha256'), 'utf8').trim().split('\n')) {
    const [pinned, name = ''] = line.split('  ')
    const file = join(root, 'wasm/build', name)
    if (sha256(readFileSync(file)) !== pinned)
      throw new Error(`${file}: expected its pinned hash. Run \`npm run wasm\`.`)
    copyFileSync(file, join(folder, 'wasm/build', name))
  }
}

/** @param {string} folder @param {{ key: string, commit: string, date: string }} about */
function build(folder, { key, commit, date }) {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const env = {
    ...process.env,
    VITE_RELEASE_KEY: key,
    VITE_RELEASE_VERSION: version,
    VITE_RELEASE_COMMIT: commit,
    VITE_RELEASE_DATE: date,
  }
  run(process.execPath, ['scripts/build.mjs'], { cwd: folder, env })
  // Packages are installed from the archive with their locked versions and hashes.
  copyFileSync(join(folder, 'package-lock.json'), join(folder, 'npm-shrinkwrap.json'))
}

/** @param {string} folder @param {KeyObject} key @param {string} out */
function collect(folder, key, out) {
  const page = join(folder, 'dist/page')
  signFile(join(page, 'release.json'), join(page, 'release.sig'), key)
  run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', out], { cwd: folder })
  const names = key.type === 'private' ? ['release.json', 'release.sig'] : ['release.json']
  for (const name of names) copyFileSync(join(page, name), join(out, name))
  copyFileSync(join(folder, 'Containerfile'), join(out, 'Containerfile'))
  const lines = readdirSync(out)
    .sort()
    .map((name) => `${sha256(readFileSync(join(out, name)))}  ${name}\n`)
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''))
  signFile(join(out, 'SHA256SUMS'), join(out, 'SHA256SUMS.sig'), key)
}

/** @param {string} file @param {string} signature @param {KeyObject} key Nothing is written for a public key. */
function signFile(file, signature, key) {
  if (key.type === 'private') writeFileSync(signature, sign(null, readFileSync(file), key))
}

/** The 32 bytes of the public key, in hex. @param {KeyObject} key */
function publicHex(key) {
  const { x = '' } = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' })
  return Buffer.from(x, 'base64url').toString('hex')
}

/** @param {Uint8Array} bytes */
function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

/** @param {string[]} args @returns {string} */
function git(...args) {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args[0]}: ${error ? error.message : stderr.trim()}`)
  return stdout
}
