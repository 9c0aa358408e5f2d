/**
 * Enters a slice in the books: everything of it at once, and with it whatever it replaces.
 *
 * @module
 */
import type { Addresses } from '../keys/addresses.ts'
import type { Breath } from '../base/time-slice.ts'
import type { Ports } from '../base/ports.ts'
import { noteReplaced } from '../store/history.ts'
import type { Change, Store } from '../store/store.ts'
import type { BlockIds } from '../ledger/block-ids.ts'
import { forgetSeen, isAway, keepSeen, UnknownSpends } from './unknown-spends.ts'
import { detach } from '../ledger/detach.ts'
import { Entries, type Entered } from '../ledger/ledger-writer.ts'
import type { OwnKeyImages } from '../ledger/own-key-images.ts'
import type { Prepared } from '../scan/incoming.ts'
import type { Scanned } from '../scan/scanner.ts'
import { settle } from './resolve-hits.ts'
import { blocksIn, idIn, transactionIn, type Slice } from '../scan/slice.ts'
import type { Told } from '../scan/output-indices.ts'

/** What blocks are entered in. */
export type Books = {
  ports: Pick<Ports, 'crypto' | 'clock'>
  store: Store
  addresses: Addresses
  chain: BlockIds
  keyImages: OwnKeyImages
  exclusive: <T>(task: () => Promise<T>) => Promise<T>
}

/** Blocks that were taken back: their number, and the height that they began at. */
export type Reorganisation = { height: bigint; detached: number }

/** What a slice changed. */
export type Progressed = {
  blocks: number
  /** Looked through. */
  transactions: number
  entered: Entered
  reorganised: Reorganisation | undefined
}

/** @param skip - Blocks of the slice that are in the books already. */
export async function enterSlice(
  books: Books,
  scanned: Scanned,
  told: Told,
  skip: number,
  breath: Breath,
): Promise<Progressed> {
  const { ports, store, addresses, exclusive, keyImages } = books
  const changed = await exclusive(async () => {
    keyImages.follow()
    const ahead = addresses.ahead()
    const own = { secrets: store.secrets.get('keys')!, keyImages: store.keyImages }
    const finder = { crypto: ports.crypto, ...own, addresses: ahead }
    const unknown = isAway(store) ? new UnknownSpends(store.outputs) : undefined
    const prepared = await settle(finder, { keyImages, unknown }, scanned, told, breath)
    await breath.pause()
    return store.commit((change) => {
      const staged = stage(books, change, scanned.slice, skip, prepared)
      ahead.stage(change)
      return staged
    })
  })
  return {
    blocks: blocksIn(scanned.slice) - skip,
    transactions: scanned.looked.reduce((sum, { count }) => sum + count, 0),
    ...changed,
  }
}

function stage(
  { store, chain, ports }: Books,
  change: Change,
  slice: Slice,
  skip: number,
  prepared: readonly Prepared[],
): Pick<Progressed, 'entered' | 'reorganised'> {
  const first = slice.height + BigInt(skip)
  const { height } = chain
  const now = ports.clock.now()
  const abandons = chain.first !== height && first < height
  if (abandons) {
    detach(change, store, first)
    forgetSeen(change, store, first)
  }
  if (abandons || first > height) chain.crop(change, first > height ? 0n : first)
  const reorganised = abandons ? { height: first, detached: Number(height - first) } : undefined
  if (reorganised) noteReplaced(change, store, now, reorganised)
  const entries = new Entries(store, change, now)
  for (const tx of prepared) entries.mined(tx)
  if (isAway(store)) keepSeen(change, store, prepared)
  const ids = Array.from({ length: blocksIn(slice) - skip }, (_, at) => idIn(slice, skip + at))
  chain.append(change, first, ids, rewardOf(slice))
  return { entered: entries.entered, reorganised }
}

/** What the miner of a slice's last block was paid. */
function rewardOf(slice: Slice): bigint {
  const { outputs } = transactionIn(slice, slice.firstTransaction.at(-2)!)
  return outputs.reduce((sum, { amount }) => sum + amount, 0n)
}
