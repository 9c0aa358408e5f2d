/**
 * Builds everything in `dist/`: WASM modules, page and the list of its files, then Node programs.
 */
import { fingerprint, recordBuild } from './freshness.mjs'
import { writeManifest } from './page-manifest.mjs'
import { run } from './run.mjs'

const started = Date.now()
const sources = fingerprint('.')
run('npm', ['run', '--silent', 'wasm'])
run('npx', ['vite', 'build'])
await writeManifest('dist/page')
run('npx', ['vite', 'build', '--mode', 'programs'])
recordBuild('.', sources, started)
