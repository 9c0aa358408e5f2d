/**
 * Writes the RPC reference from the method tables, and the list of fuzzed readers.
 *
 * `--check` writes nothing and fails when a page differs from its tables.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { runnerImport } from 'vite'

const check = process.argv.includes('--check')
/** @param {string} file @returns {Promise<any>} */
const load = async (file) => (await runnerImport(file)).module

const { daemonReference, walletReference } = await load('./scripts/reference.ts')
const { bin, json, rpc } = await load('./protocol/daemon/calls.ts')
const methods = await load('./worker/rpc/methods.ts')
const { fuzzingPage } = await load('./tests/support/fuzz/fuzzing-page.ts')
const { readers } = await load('./tests/support/fuzz/readers.ts')

const pages = {
  'docs/wallet-rpc.md': walletReference(methods),
  'docs/daemon-rpc.md': daemonReference({ rpc, json, bin }),
  'docs/fuzzing.md': fuzzingPage(readers),
}
mkdirSync('docs', { recursive: true })
for (const [file, text] of Object.entries(pages)) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
  if (check) {
    console.error(`${file} differs from its tables: run \`npm run docs\`.`)
    process.exitCode = 1
  } else {
    writeFileSync(file, text)
    console.error(`Wrote ${file}`)
  }
}
