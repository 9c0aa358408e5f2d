/**
 * Builds everything in `dist/`: WASM modules, page, then Node programs.
 */
import { fingerprint, recordBuild } from './freshness.mjs'
import { run } from './run.mjs'

const started = Date.now()
const sources = fingerprint('.')
run('npm', ['run', '--silent', 'wasm'])
run('npx', ['vite', 'build'])
run('npx', ['vite', 'build', '--mode', 'programs'])
recordBuild('.', sources, started)
