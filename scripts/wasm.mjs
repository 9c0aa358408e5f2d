/**
 * Compiles the modules of `wasm/` to `wasm/build/`, unless they are newer than all they are made from.
 *
 * `--check` compiles afresh and compares with the pinned hashes and the generated types of the exports, so that
 * what is reviewed is what runs; `--pin` writes both, for a commit that changes a module.
 */
import asc from 'assemblyscript/asc'
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

/** Memory of the host's that threads share, of any size. */
const sharedMemory = [
  ...['--importMemory', '--sharedMemory'],
  ...['--initialMemory', '1', '--maximumMemory', '65536'],
]

/** What each module begins with, and the type of its exports. The scanning modules are one source, built with relaxed SIMD and without. */
const modules = {
  'nightjar.wasm': {
    entry: 'wasm/assembly/index.ts',
    exports: 'CryptoExports',
    level: '-O3',
    features: [],
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
  },
  'scan-simd.wasm': {
    entry: 'wasm/scan/index.ts',
    exports: 'ScanExports',
    level: '-O2',
    features: ['simd'],
  },
}
const sources = ['wasm/assembly', 'wasm/pow', 'wasm/scan']
const target = 'wasm/build'
const pinned = 'wasm/build.sha256'
const typesFile = 'wasm/bindings/exports.ts'
// AS112 warns of vectors between functions of one module, which no embedding sees.
const flags = [
  ...['--converge', '--noAssert', '--runtime', 'stub', '--disableWarning', '112'],
  ...['--bindings', 'raw'],
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
  for (const name of Object.keys(modules)) {
    const file = join(target, name)
    if (changedAt(file) > newest) continue
    console.error(`Compiling ${file}…`)
    const { bytes } = await compile(name)
    // Renamed into place: a concurrent reader gets the old module or the new one, never a part.
    const part = `${file}.${process.pid}`
    writeFileSync(part, bytes)
    renameSync(part, file)
  }
}

async function check() {
  const expected = readFileSync(pinned, 'utf8')
  const declarations = {}
  for (const name of Object.keys(modules)) {
    const { bytes, declared } = await compile(name)
    addDeclarations(declarations, name, declared)
    const line = lineOf(name, bytes)
    if (expected.includes(line)) console.log(`${name} is the pinned one`)
    else {
      console.error(`${name} differs from ${pinned}: compiled ${line}`)
      process.exitCode = 1
    }
  }
  if (readFileSync(typesFile, 'utf8') === (await exportTypes(declarations))) return
  console.error(`${typesFile} differs from the modules' exports: run node scripts/wasm.mjs --pin`)
  process.exitCode = 1
}

async function pin() {
  let lines = ''
  const declarations = {}
  for (const name of Object.keys(modules)) {
    const { bytes, declared } = await compile(name)
    addDeclarations(declarations, name, declared)
    lines += lineOf(name, bytes)
    console.log(`${name}: ${bytes.length} bytes`)
  }
  writeFileSync(pinned, lines)
  writeFileSync(typesFile, await exportTypes(declarations))
}

/** Adds a module's declarations. Modules whose exports have one type must declare the same. */
function addDeclarations(declarations, name, declared) {
  const type = modules[name].exports
  if ((declarations[type] ??= declared) !== declared)
    throw new Error(`${name}: expected the exports of the other ${type} module`)
}

/** As `sha256sum` writes and checks it. */
function lineOf(name, bytes) {
  return `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`
}

/** All that a module may be made from, folders included: they change when a file goes. */
function inputs() {
  const inside = sources.flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => join(folder, name)),
  )
  return [...sources, ...inside, 'scripts/wasm.mjs', 'node_modules/assemblyscript/package.json']
}

function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** The module's bytes, and TypeScript declarations of its exports. */
async function compile(name) {
  const { entry, level, features, memory = [] } = modules[name]
  const folder = mkdtempSync(join(tmpdir(), 'nightjar-wasm-'))
  const file = join(folder, name)
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
    rmSync(folder, { recursive: true })
  }
}
