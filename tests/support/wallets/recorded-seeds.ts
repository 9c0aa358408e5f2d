/**
 * Wallets that monero-wallet-rpc made or restored from seeds.
 *
 * @module
 */
import { readFileSync } from 'node:fs'

/** Keys in hex. */
type RecordedKeys = { mnemonic: string; spend_key: string; view_key: string; address: string }

/** A request to `restore_deterministic_wallet`, with its result or the message of its error. */
type Restored = Partial<RecordedKeys> & {
  seed: string
  language?: string
  seed_offset?: string
  was_deprecated?: boolean
  error?: string
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../vectors/mnemonic/${name}`, import.meta.url), 'utf8'))

/** Three wallets in each language. */
export const createdWallets = (
  read('seeds.json') as { seeds: (RecordedKeys & { language: string })[] }
).seeds

export const restoredSeeds = read('restored.json') as Restored[]

export const restoredOffsets = read('offsets.json') as (RecordedKeys & {
  seed: string
  seed_offset: string
})[]
