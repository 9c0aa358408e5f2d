/**
 * Compiles the modules of `wasm/` to `wasm/build/`. A module that is newer than all its sources is kept.
 *
 * `--check` compiles every module again and compares it with its pinned hash and the generated types of its
 * exports, which proves that the reviewed source is what runs. `--pin` writes both, for a commit that changes
 * a module.
 */
import asc from 'assemblyscript/asc'
import binaryen from 'binaryen'
import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exportTypes } from './wasm-exports.mjs'

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))

/** Threads share one memory of any size, which the host passes in. */
const sharedMemory = [
  '--importMemory',
  '--sharedMemory',
  '--initialMemory',
  '1',
  '--maximumMemory',
  '65536',
]

/**
 * Optimisations that move an operation to the place where its result is used. A product of field elements is
 * written in an order that needs few registers, and engines compile vector code in the order of the module: moved
 * operations cost a quarter more instructions, most of them loads and stores of values that had no register.
 */
const movingPasses = [
  'code-pushing',
  'simplify-locals',
  'simplify-locals-nostructure',
  'simplify-locals-notee',
  'simplify-locals-notee-nostructure',
]

/**
 * @typedef {{
 *   entry: string, exports: string, level: string, features: string[], memory?: string[], inOrder?: boolean
 * }} Module
 */

/**
 * Entry file, type of the exports and compiler settings of each module. Both scanning modules are compiled
 * from one source, with and without relaxed SIMD. `inOrder` leaves operations where the source has them. Level 3
 * makes the crypto module half as long again, and no faster.
 *
 * @type {Record<string, Module>}
 */
const modules = {
  'nightjar.wasm': {
    entry: 'wasm/assembly/index.ts',
    exports: 'CryptoExports',
    level: '-O2',
    features: [],
  },
  'nightjar-fma.wasm': {
    entry: 'wasm/assembly/index.ts',
    exports: 'CryptoExports',
    level: '-O2',
    features: ['simd', 'relaxed-simd'],
    inOrder: true,
  },
  'pow.wasm': {
    entry: 'wasm/pow/index.ts',
    exports: 'PowExports',
    level: '-O3',
    features: ['simd', 'threads'],
    memory: sharedMemory,
  },
  'scan-fma.wasm': {
    entry: 'wasm/scan/index.ts',
    exports: 'ScanExports',
    level: '-O2',
    features: ['simd', 'relaxed-simd'],
    inOrder: true,
  },
  'scan-simd.wasm': {
    entry: 'wasm/scan/index.ts',
    exports: 'ScanExports',
    level: '-O2',
    features: ['simd'],
  },
}
const sources = ['wasm/assembly', 'wasm/pow', 'wasm/scan', 'wasm/fma']
const target = 'wasm/build'
const pinned = 'wasm/build.sha256'
const typesFile = 'wasm/bindings/exports.ts'
// AS112 warns about vectors passed between functions. These stay inside one module: no host sees them.
const flags = [
  '--converge',
  '--noAssert',
  '--runtime',
  'stub',
  '--disableWarning',
  '112',
  '--bindings',
  'raw',
]

const mode = process.argv[2] ?? '--build'
if (mode === '--build') await build()
else if (mode === '--check') await check()
else if (mode === '--pin') await pin()
else {
  console.error('usage: node scripts/wasm.mjs [--check | --pin]')
  process.exitCode = 2
}

async function build() {
  mkdirSync(target, { recursive: true })
  const newest = Math.max(...inputs().map(changedAt))
  for (const [name, module] of Object.entries(modules)) {
    const file = join(target, name)
    if (changedAt(file) > newest) continue
    console.error(`Compiling ${file}…`)
    const { bytes } = await compile(name, module)
    // Renamed into place: a concurrent reader gets the old module or the new one, never a part.
    const part = `${file}.${process.pid}`
    writeFileSync(part, bytes)
    renameSync(part, file)
  }
}

async function check() {
  const expected = readFileSync(pinned, 'utf8')
  /** @type {Record<string, string>} */
  const declarations = {}
  for (const [name, module] of Object.entries(modules)) {
    const { bytes, declared } = await compile(name, module)
    addDeclarations(declarations, name, module, declared)
    const line = lineOf(name, bytes)
    if (expected.includes(line)) console.log(`${name} matches its pinned hash`)
    else {
      console.error(`${pinned}: expected the hash of ${name}, compiled ${line}`)
      process.exitCode = 1
    }
  }
  if (readFileSync(typesFile, 'utf8') === (await exportTypes(declarations))) return
  console.error(`${typesFile} differs from the modules' exports: run node scripts/wasm.mjs --pin`)
  process.exitCode = 1
}

async function pin() {
  let lines = ''
  /** @type {Record<string, string>} */
  const declarations = {}
  for (const [name, module] of Object.entries(modules)) {
    const { bytes, declared } = await compile(name, module)
    addDeclarations(declarations, name, module, declared)
    lines += lineOf(name, bytes)
    console.log(`${name}: ${bytes.length} bytes`)
  }
  writeFileSync(pinned, lines)
  writeFileSync(typesFile, await exportTypes(declarations))
}

/**
 * Adds a module's declarations. Modules whose exports have one type must declare the same.
 *
 * @param {Record<string, string>} declarations By the name of their type.
 * @param {string} name
 * @param {Module} module
 * @param {string} declared
 */
function addDeclarations(declarations, name, { exports: type }, declared) {
  if ((declarations[type] ??= declared) !== declared)
    throw new Error(`${name}: expected the exports of the other ${type} module`)
}

/**
 * A line in the format of `sha256sum`.
 *
 * @param {string} name
 * @param {Uint8Array} bytes
 */
function lineOf(name, bytes) {
  return `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`
}

/** Every path a module depends on. Folders are included, because their time changes when a file is removed. */
function inputs() {
  const inside = sources.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  return [...sources, ...inside, 'scripts/wasm.mjs', 'node_modules/assemblyscript/package.json']
}

/** @param {string} path */
function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/**
 * The module's bytes, and TypeScript declarations of its exports.
 *
 * @param {string} name
 * @param {Module} module
 */
async function compile(name, { entry, level, features, memory = [], inOrder = false }) {
  const folder = mkdtempSync(join(tmpdir(), 'nightjar-wasm-'))
  const file = join(folder, name)
  // The settings of the compiler's own copy of Binaryen.
  if (inOrder) for (const pass of movingPasses) binaryen.addPassToSkip(pass)
  try {
    const enabled = features.flatMap((feature) => ['--enable', feature])
    const { error, stderr } = await asc.main([
      entry,
      '-o',
      file,
      level,
      ...flags,
      ...memory,
      ...enabled,
      '--noColors',
    ])
    const messages = stderr.toString()
    if (messages) console.error(messages)
    if (error) throw error
    const declared = readFileSync(file.replace('.wasm', '.d.ts'), 'utf8')
    return { bytes: readFileSync(file), declared }
  } finally {
    binaryen.clearPassesToSkip()
    rmSync(folder, { recursive: true })
  }
}
