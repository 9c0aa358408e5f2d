/**
 * Compiles `wasm/assembly` to `wasm/build/nightjar.wasm`, unless that is newer than all it is made from.
 *
 * `--check` compiles afresh and compares with the pinned hash, so that what is reviewed is what runs;
 * `--pin` writes that hash, for a commit that changes the module.
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

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))

const source = 'wasm/assembly'
const target = 'wasm/build/nightjar.wasm'
const pinned = 'wasm/build.sha256'
const flags = ['-O3', '--converge', '--noAssert', '--runtime', 'stub', '--noColors']

const mode = process.argv[2] ?? '--build'
if (mode === '--build') await build()
else if (mode === '--check') await check()
else if (mode === '--pin') await pin()
else {
  console.error('usage: node scripts/wasm.mjs [--check | --pin]')
  process.exitCode = 2
}

async function build() {
  if (isFresh()) return
  console.error(`Compiling ${target}…`)
  const bytes = await compile()
  mkdirSync(dirname(target), { recursive: true })
  // Renamed into place: whoever reads meanwhile sees the old module or the new one, never half of it.
  const half = `${target}.${process.pid}`
  writeFileSync(half, bytes)
  renameSync(half, target)
}

async function check() {
  const expected = readFileSync(pinned, 'utf8').split(' ')[0]
  const found = sha256(await compile())
  if (found === expected) return console.log(`nightjar.wasm is the pinned one: ${found}`)
  console.error(`nightjar.wasm differs: compiled ${found}, pinned ${expected} in ${pinned}`)
  process.exitCode = 1
}

async function pin() {
  const bytes = await compile()
  writeFileSync(pinned, `${sha256(bytes)}  nightjar.wasm\n`)
  console.log(`${sha256(bytes)}, ${bytes.length} bytes`)
}

function isFresh() {
  const built = statSync(target, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = readdirSync(source).map((name) => join(source, name))
  const inputs = [
    source,
    ...sources,
    'scripts/wasm.mjs',
    'node_modules/assemblyscript/package.json',
  ]
  return inputs.every((path) => statSync(path).mtimeMs < built)
}

async function compile() {
  const folder = mkdtempSync(join(tmpdir(), 'nightjar-wasm-'))
  const file = join(folder, 'nightjar.wasm')
  try {
    const { error, stderr } = await asc.main([`${source}/index.ts`, '-o', file, ...flags])
    const messages = stderr.toString()
    if (messages) console.error(messages)
    if (error) throw error
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}
