/**
 * Everything a fresh clone needs before it runs (`run`) or tests itself (`test`).
 *
 * Each step looks whether its work is done, so a second start costs next to nothing.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const goal = process.argv[2]

/** What fails has said why: where it stood in here is of no use to anyone. */
function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 2, 2] })
  if (status === 0) return
  console.error(`${command} ${args.join(' ')}: ${error ? error.message : 'failed, see above'}`)
  process.exit(1)
}

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Nightjar needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

installPackages()
if (goal === 'test') installPrograms()
build()

/** npm keeps its own record of what it installed; the lock file is newer when that is stale. */
function installPackages() {
  const record = 'node_modules/.package-lock.json'
  if (existsSync(record) && changedAt(record) >= changedAt('package-lock.json')) return
  console.error('Installing packages…')
  run('npm', ['ci', '--no-audit', '--no-fund'])
}

/** Real Monero programs and browsers, from Debian, for the tests that compare with them. */
function installPrograms() {
  const needed = {
    monero: '/usr/bin/monerod',
    'monero-tests': '/usr/lib/monero/tests/bin/performance_tests',
    python3: '/usr/bin/python3',
    chromium: '/usr/bin/chromium',
    'firefox-esr': '/usr/bin/firefox-esr',
  }
  const missing = Object.keys(needed).filter((name) => !existsSync(needed[name]))
  if (missing.length === 0) return
  const command = `apt-get install --yes --no-install-recommends ${missing.join(' ')}`
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(`The tests need these Debian packages; install them first:\n  ${command}`)
    process.exit(1)
  }
  console.error(`Installing ${missing.join(', ')}…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['update'], { stdio: ['ignore', 2, 2], env })
  execFileSync(command.split(' ')[0], command.split(' ').slice(1), { stdio: ['ignore', 2, 2], env })
}

function build() {
  const outputs = ['dist/page/index.html', 'dist/nightjar.js', 'dist/nightjar-wallet-rpc.js']
  const built = outputs.every((file) => existsSync(file))
  const oldest = built ? Math.min(...outputs.map(changedAt)) : 0
  const sources = [
    'protocol',
    'wasm',
    'server',
    'worker',
    'proxy',
    'web',
    'package-lock.json',
    'vite.config.ts',
  ]
  if (built && Math.max(...sources.map(newest)) < oldest) return
  console.error('Building…')
  run('npm', ['run', 'build'])
}

function changedAt(path) {
  return statSync(path).mtimeMs
}

function newest(path) {
  if (!statSync(path).isDirectory()) return changedAt(path)
  const inside = readdirSync(path).filter((name) => name !== 'build')
  return Math.max(changedAt(path), ...inside.map((name) => newest(join(path, name))))
}
