/** `npm run release`: its files, the programs from its archive, and `nightjar verify` on its page. */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import {
  appendFileSync,
  copyFileSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect } from 'vitest'
import { readManifest, type Release } from '#protocol/release.ts'
import { freePort } from '../support/network/free-port.ts'
import { startProgram } from '../support/programs/process.ts'
import {
  commitDate,
  committedTree,
  linkRuntimePackages,
  releaseKey,
  runRelease,
  unpacked,
} from '../support/programs/release.ts'
import { test } from '../support/programs/test.ts'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'

const key = releaseKey()
let tree: string
/** The files of the release, its archive unpacked, and what the script printed. */
let out: string
let folder: string
let printed: string
let packages: string[]
let release: Release

beforeAll(async () => {
  tree = committedTree()
  out = join(temporaryFolder('release'), 'out')
  printed = await runRelease(tree, '--key', key.file, '--out', out)
  folder = unpacked(out)
  packages = linkRuntimePackages(folder)
  release = readManifest(readFileSync(join(out, 'release.json'), 'utf8'))
})

/** All files below a folder with their digests. */
const filesOf = (below: string) =>
  Object.fromEntries(
    readdirSync(below, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(below, name)).isFile())
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(below, name)))
          .digest('hex'),
      ]),
  )

describe('a release', () => {
  test('has an archive, a signed list of the page, and signed digests of these files', () => {
    expect(readdirSync(out).sort()).toEqual([
      'Containerfile',
      'SHA256SUMS',
      'SHA256SUMS.sig',
      `nightjar-${release.version}.tgz`,
      'release.json',
      'release.sig',
    ])
    const run = (command: string) =>
      execFileSync('sh', ['-c', command], { cwd: out, encoding: 'utf8' })
    expect(run('sha256sum --check SHA256SUMS')).toBe(
      ['Containerfile', `nightjar-${release.version}.tgz`, 'release.json', 'release.sig']
        .map((name) => `${name}: OK\n`)
        .sort()
        .join(''),
    )
    const verified = (name: string, signature: string) =>
      run(
        `openssl pkeyutl -verify -pubin -inkey ${key.publicFile} -rawin -in ${name} -sigfile ${signature}`,
      )
    expect(verified('SHA256SUMS', 'SHA256SUMS.sig')).toContain('Verified Successfully')
    expect(verified('release.json', 'release.sig')).toContain('Verified Successfully')
  })

  test('names its commit, the time of the commit, and the digest of its page', () => {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: tree,
      encoding: 'utf8',
    }).trim()
    expect([release.commit, release.date]).toEqual([commit, commitDate])
    expect(printed).toContain(`commit ${commit}\nDigest of the page: ${release.digest}\n`)
  })

  test('lists every file of its page', () => {
    const {
      'release.json': _list,
      'release.sig': _signature,
      ...served
    } = filesOf(join(folder, 'dist/page'))
    const listed = release.files.map(({ path, sha256 }) => [path, sha256])
    expect(Object.fromEntries(listed)).toEqual(served)
    expect(Object.keys(served)).toContain('sw.js')
  })

  test('has the same bytes when it is built again elsewhere, without the private key', async () => {
    const again = join(temporaryFolder('release'), 'out')
    const text = await runRelease(committedTree(), '--public-key', key.publicFile, '--out', again)
    expect(text).toContain('(not signed)')
    const { 'dist/page/release.sig': signature, ...signed } = filesOf(unpacked(out))
    expect(signature).toBeDefined()
    expect(filesOf(unpacked(again))).toEqual(signed)
  })

  test('error: a changed tree, a missing key, a key of another kind', () => {
    const attempt = (...args: string[]) =>
      spawnSync(process.execPath, [join(tree, 'scripts/release.mjs'), ...args], {
        cwd: tree,
        encoding: 'utf8',
      })
    const wrong = join(temporaryFolder('key'), 'rsa.pem')
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    writeFileSync(wrong, rsa.export({ type: 'pkcs8', format: 'pem' }))
    expect(attempt('--key', wrong).stderr).toBe(
      `release: ${wrong}: expected an Ed25519 key, got rsa\n`,
    )
    expect(attempt().stderr).toBe('release: expected --key FILE or --public-key FILE\n')
    appendFileSync(join(tree, 'README.md'), 'more\n')
    const { status, stderr } = attempt('--key', key.file, '--out', out)
    execFileSync('git', ['checkout', '--quiet', 'README.md'], { cwd: tree })
    expect([status, stderr]).toEqual([
      1,
      'release: expected a tree without changes, got\n M README.md\nCommit or remove them first.\n',
    ])
  })
})

/** The instructions of the Containerfile. Continued lines are joined. */
function instructions(): { keyword: string; text: string }[] {
  const lines = readFileSync(join(out, 'Containerfile'), 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '')
  return lines.map((line) => {
    const [keyword = '', ...words] = line.split(' ')
    return { keyword, text: words.join(' ') }
  })
}
const textOf = (keyword: string) =>
  instructions().findLast((each) => each.keyword === keyword)!.text
const commandOf = (text: string) =>
  JSON.parse(text.slice(text.indexOf('['))) as [string, ...string[]]

describe('the Containerfile', () => {
  test('installs the archive with its locked packages, without root', () => {
    expect(textOf('USER')).not.toMatch(/^(root|0)\b/)
    expect(textOf('COPY').split(' ')[0]).toBe('nightjar-*.tgz')
    const runs = instructions().filter(({ keyword }) => keyword === 'RUN')
    expect(runs.map(({ text }) => text)).toContain('npm ci --omit=dev --no-audit --no-fund')
    const { bin } = JSON.parse(readFileSync('package.json', 'utf8')) as { bin: object }
    expect(runs.at(-1)!.text).toContain(`for name in ${Object.keys(bin).join(' ')};`)
  })

  /** Runs the health check of the image. @returns Its status. */
  const health = (url: string) => {
    const [command, ...args] = commandOf(textOf('HEALTHCHECK'))
    expect(command).toBe('node')
    const env = { ...process.env, HEALTH_URL: url }
    return spawnSync(process.execPath, args, { env }).status
  }

  /** Starts a command of the image from the unpacked archive, on a free port, and asks for its health. */
  async function healthOf(command: readonly string[], port: number, path: string, ready: RegExp) {
    const place = temporaryFolder('data')
    const [name, ...args] = command.map((word) => word.replace(/^\/data/, place))
    const program = await startProgram(
      process.execPath,
      [join(folder, `dist/${name}.js`), ...args],
      {
        cwd: place,
        ready,
      },
    )
    const url = `http://127.0.0.1:${port}${path}`
    const running = health(url)
    await program.stop()
    return [running, health(url)]
  }

  test('runs the page from the archive, with only the packages it installs', async () => {
    expect(packages).toContain('node_modules/better-sqlite3')
    expect(packages).not.toContain('node_modules/vite')
    const port = await freePort()
    const command = [...commandOf(textOf('CMD')), '--port', `${port}`]
    expect(await healthOf(command, port, '/', /Nightjar is at/)).toEqual([0, 1])
  })

  test('runs the node', async () => {
    const port = await freePort()
    const command = ['nightjar-node', '--rpc-bind-ip', '0.0.0.0', '--confirm-external-bind']
    const more = ['--rpc-bind-port', `${port}`, '--regtest', '--data-dir', '/data']
    expect(
      await healthOf([...command, ...more], port, '/get_height', /nightjar-node listens on/),
    ).toEqual([0, 1])
  })

  test('runs the wallet service', async () => {
    const port = await freePort()
    const command = ['nightjar-wallet-rpc', '--rpc-bind-ip', '0.0.0.0', '--confirm-external-bind']
    const more = ['--rpc-bind-port', `${port}`, '--rpc-login', 'user:password']
    const wallets = ['--wallet-dir', '/data', '--daemon-address', '127.0.0.1:1']
    expect(
      await healthOf([...command, ...more, ...wallets], port, '/', /Starting wallet RPC server/),
    ).toEqual([0, 1])
  })
})

describe('nightjar verify', () => {
  test('accepts the page of its own release, and names a file that was changed', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const args = [join(folder, 'dist/nightjar.js'), '--port', `${port}`]
    const start = () =>
      startProgram(process.execPath, [...args, '--data-dir', temporaryFolder('data')], {
        ready: /Nightjar is at/,
      })
    const verify = (...more: string[]) =>
      spawnSync(process.execPath, [join(folder, 'dist/nightjar.js'), 'verify', url, ...more], {
        encoding: 'utf8',
      })
    const honest = await start()
    const accepted = verify()
    expect([accepted.status, accepted.stderr]).toEqual([0, ''])
    expect(accepted.stdout).toContain(`digest ${release.digest}\n`)
    expect(accepted.stdout).toContain(
      `${url} serves this release: ${release.files.length} files compared.`,
    )
    const other = verify('--key', releaseKey().publicFile)
    expect([other.status, other.stderr]).toEqual([
      1,
      'nightjar: release.sig: expected a signature of the release key. Do not use this page.\n',
    ])
    await honest.stop()

    const worker = join(folder, 'dist/page/sw.js')
    copyFileSync(worker, `${worker}.kept`)
    appendFileSync(worker, 'skipWaiting()')
    const changed = await start()
    const refused = verify()
    await changed.stop()
    copyFileSync(`${worker}.kept`, worker)
    rmSync(`${worker}.kept`)
    expect(refused.status).toBe(1)
    expect(refused.stdout).toMatch(/^sw\.js .*…  more than \d+ bytes$/m)
    expect(refused.stdout).toContain(`${url} does not serve this release: 2 differences.`)
  })
})
