/**
 * Asks a trusted daemon which outputs are spent, and enters what it says.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import { isUnconfirmed } from '../ledger/balances.ts'
import type { Daemon } from '../base/ports.ts'
import type { OutputRecord } from '../store/records.ts'
import type { Change, Store } from '../store/store.ts'

/** Key images in one question. */
const keyImagesPerRequest = 1000

/** @see monero src/rpc/core_rpc_server_commands_defs.h COMMAND_RPC_IS_KEY_IMAGE_SPENT */
const unspent = 0

/**
 * Outputs that the daemon knows a spend of, in its chain or pool, count as spent, the others as not.
 * An output that a transaction of ours spends which is not mined stays spent: it will be sent again,
 * unless it was given up before.
 *
 * To be run alone: what is spent meanwhile would be undone.
 *
 * @param of - Those to ask about.
 * @throws What asking the daemon throws; RpcError for an answer that is not one a key image.
 * @see monero src/wallet/wallet2.cpp rescan_spent
 */
export async function rescanSpent(
  daemon: Daemon,
  store: Store,
  of: Iterable<OutputRecord> = store.outputs.values(),
): Promise<void> {
  const spent = await reportedSpent(daemon, of)
  await store.commit((change) => {
    for (const [key, isSpent] of spent) applySpent(change, store, key, isSpent)
  })
}

/** Whether the daemon knows a spend of each, by one-time key; those without a key image are left out. */
export async function reportedSpent(
  daemon: Daemon,
  of: Iterable<OutputRecord>,
): Promise<ReadonlyMap<string, boolean>> {
  const outputs = [...of].filter(({ keyImage }) => keyImage !== undefined)
  const spent = await areSpent(
    daemon,
    outputs.map(({ keyImage }) => keyImage!),
  )
  return new Map(outputs.map(({ key }, at) => [key, spent[at]!]))
}

/**
 * Whether the daemon knows a spend of each, in its chain or pool.
 *
 * @param keyImages - In hex.
 * @throws What asking the daemon throws; RpcError for an answer that is not one a key image.
 */
export async function areSpent(daemon: Daemon, keyImages: readonly string[]): Promise<boolean[]> {
  const spent: boolean[] = []
  for (let at = 0; at < keyImages.length; at += keyImagesPerRequest) {
    const statuses = await ask(daemon, keyImages.slice(at, at + keyImagesPerRequest))
    spent.push(...statuses.map((status) => status !== unspent))
  }
  return spent
}

async function ask(daemon: Daemon, key_images: string[]): Promise<number[]> {
  const { spent_status } = await daemon.json.is_key_image_spent({ key_images })
  if (spent_status.length === key_images.length) return spent_status
  throw new RpcError(
    'UNKNOWN_ERROR',
    'daemon returned wrong response for is_key_image_spent, wrong amounts count = ' +
      `${spent_status.length}, expected ${key_images.length}`,
  )
}

function applySpent(change: Change, { outputs, sent }: Store, key: string, isSpent: boolean) {
  const output = change.get(outputs, key)
  if (!output || (output.spent !== undefined) === isSpent) return
  if (isSpent) {
    change.put<OutputRecord>(outputs, key, { ...output, spent: { txid: '' } })
    return
  }
  const spender = sent.get(output.spent!.txid)
  if (spender && spender.blob.length > 0 && isUnconfirmed(spender)) return
  const { spent: _, ...left } = output
  change.put<OutputRecord>(outputs, key, left)
}
