/**
 * Everything a fresh clone needs before it runs (`run`) or tests itself (`test`).
 *
 * Each step first checks whether its work is done, so a second start takes a fraction of a second.
 */
import { existsSync } from 'node:fs'
import { isBuildDue, isInstallDue } from './freshness.mjs'
import { run } from './run.mjs'

const goal = process.argv[2]

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Node: expected 20.19 or newer, got ${process.versions.node}. Install a newer Node.`,
  )
  process.exit(1)
}

installPackages()
if (goal === 'test') installPrograms()
build()

function installPackages() {
  if (!isInstallDue('.')) return
  console.error('Installing packages…')
  run('npm', ['ci', '--no-audit', '--no-fund'])
}

/** Installs real Monero programs and browsers from Debian: the tests compare with them. */
function installPrograms() {
  const needed = {
    monero: '/usr/bin/monerod',
    'monero-tests': '/usr/lib/monero/tests/bin/performance_tests',
    python3: '/usr/bin/python3',
    chromium: '/usr/bin/chromium',
    'firefox-esr': '/usr/bin/firefox-esr',
    'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
    xvfb: '/usr/bin/Xvfb',
  }
  const missing = Object.entries(needed).flatMap(([name, file]) => (existsSync(file) ? [] : [name]))
  if (missing.length === 0) return
  const install = ['install', '--yes', '--no-install-recommends', ...missing]
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    const command = `apt-get ${install.join(' ')}`
    console.error(`The tests need these Debian packages; install them first:\n  ${command}`)
    process.exit(1)
  }
  console.error(`Installing ${missing.join(', ')}…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['update'], { env })
  run('apt-get', install, { env })
}

function build() {
  if (!isBuildDue('.')) return
  console.error('Building…')
  run('npm', ['run', '--silent', 'build'])
}
