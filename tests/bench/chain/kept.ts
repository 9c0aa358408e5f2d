/**
 * Generated chains on disk: generated once, and then read from the temporary folder of the system.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ChainForm } from './form.ts'
import { makeChain, packed, type MadeChain } from './make.ts'

/** Folder of the data that is reused by later runs. */
export const keptFolder = join(tmpdir(), 'nightjar-bench')

type Description = { ids: string[]; sizes: number[]; balance: string }

/** Path of a folder, named after a hash of what determines its content. */
export function keptPlace(kind: string, given: unknown, sources: readonly string[]): string {
  const name = createHash('sha256').update(JSON.stringify(given))
  for (const file of sources) name.update(readFileSync(file))
  return join(keptFolder, `${kind}-${name.digest('hex').slice(0, 16)}`)
}

const makers = [
  ...['form', 'foreign', 'ours', 'make', 'kept'].map((name) => `tests/bench/chain/${name}.ts`),
  'tests/support/chains/scripted-chain.ts',
]

/** Reads the chain of this form; generates it if it does not exist. */
export async function keptChain(form: ChainForm): Promise<MadeChain> {
  const folder = keptPlace('chain', form, makers)
  if (existsSync(folder)) return read(folder, form)
  const made = await makeChain(form)
  keep(folder, made)
  return made
}

function keep(folder: string, made: MadeChain) {
  // A rename is atomic: an incomplete chain is never read.
  const half = `${folder}.${process.pid}`
  mkdirSync(half, { recursive: true })
  const { bytes, sizes } = packed(made)
  const description: Description = { ids: made.ids, sizes, balance: String(made.balance) }
  writeFileSync(join(half, 'blocks'), bytes)
  writeFileSync(join(half, 'description.json'), JSON.stringify(description))
  mkdirSync(dirname(folder), { recursive: true })
  renameSync(half, folder)
}

function read(folder: string, form: ChainForm): MadeChain {
  const text = readFileSync(join(folder, 'description.json'), 'utf8')
  const { ids, sizes, balance } = JSON.parse(text) as Description
  const bytes = new Uint8Array(readFileSync(join(folder, 'blocks')))
  let at = 0
  const pieces = sizes.map((size) => bytes.subarray(at, (at += size)))
  const parts = ids.map((_, height) => ({
    block: pieces[2 * height]!,
    indices: pieces[2 * height + 1]!,
  }))
  return { form, ids, parts, balance: BigInt(balance) }
}
