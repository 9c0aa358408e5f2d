/**
 * Sends transactions that another wallet signed.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp parse_tx_from_str, import_key_images
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { RpcError } from '#protocol/errors.ts'
import { magics } from '#protocol/interchange/magics.ts'
import type { PendingTx } from '#protocol/interchange/pending-tx.ts'
import { readSignedSet, type SignedSet } from '#protocol/interchange/sets.ts'
import { inChainOrder } from '../payments/spendable-funds.ts'
import type { OutputRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { stageKeyImage } from './import-key-images.ts'
import { unseal, type UnsealPorts } from '../exchange/sealed-set.ts'

/**
 * Opens a signed set and stores its key images: those of known outputs, and those of the outputs
 * that its transactions create.
 *
 * @throws {RpcError} BAD_SIGNED_TX_DATA; nothing has changed then.
 */
export async function openSignedSet(
  ports: UnsealPorts,
  store: Store,
  sealed: Uint8Array,
): Promise<PendingTx[]> {
  const set = await unsealSignedSet(ports, store, sealed)
  const outputs = inChainOrder(store.outputs)
  const images = [...set.keyImages, ...set.ownOutputs.map(({ keyImage }) => keyImage)]
  if (
    set.keyImages.length > outputs.length ||
    !images.every((each) => ports.crypto.isInMainSubgroup(each))
  )
    throw unreadable()
  await stageKeyImages(store, set, outputs)
  return set.pending
}

/** The content of a signed set. Nothing changes. @throws {RpcError} BAD_SIGNED_TX_DATA */
export async function unsealSignedSet(
  ports: UnsealPorts,
  store: Store,
  sealed: Uint8Array,
): Promise<SignedSet> {
  const content = await unseal(ports, store.secrets.value, magics.signed, sealed)
  const set = content instanceof Uint8Array ? readSignedSet(content) : undefined
  if (!set) throw unreadable()
  return set
}

const unreadable = () => new RpcError('BAD_SIGNED_TX_DATA', 'Failed to parse signed tx data.')

function stageKeyImages(
  store: Store,
  { keyImages, ownOutputs }: SignedSet,
  outputs: readonly OutputRecord[],
): Promise<void> {
  return store.commit((change) => {
    for (const [i, keyImage] of keyImages.entries())
      stageKeyImage(change, store, outputs[i]!.key, {
        keyImage: bytesToHex(keyImage),
        proven: false,
        requested: false,
      })
    for (const { key, keyImage } of ownOutputs)
      stageKeyImage(change, store, bytesToHex(key), {
        keyImage: bytesToHex(keyImage),
        proven: false,
        requested: true,
      })
  })
}
