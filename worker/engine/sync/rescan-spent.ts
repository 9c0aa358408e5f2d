/**
 * Queries a trusted daemon for spent outputs, and applies its answer.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import { isUnconfirmed } from '../ledger/balances.ts'
import type { Daemon } from '../base/ports.ts'
import type { OutputRecord } from '../store/records.ts'
import type { Change, Store } from '../store/store.ts'

/** Key images per request. */
const keyImagesPerRequest = 1000

/** @see monero src/rpc/core_rpc_server_commands_defs.h COMMAND_RPC_IS_KEY_IMAGE_SPENT */
const unspent = 0

/**
 * Outputs with a spend in the daemon's chain or pool become spent, all others unspent.
 * An output of a pending own transaction stays spent, because the transaction will be sent again, unless it
 * was abandoned.
 *
 * Run it exclusively: it would undo concurrent spends.
 *
 * @param of - The outputs to check.
 * @throws Errors of the daemon; RpcError when an answer lacks key images.
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
 * @throws Errors of the daemon; RpcError when an answer lacks key images.
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
    change.put(outputs, key, { ...output, spent: { txid: '' } })
    return
  }
  const spender = sent.get(output.spent!.txid)
  if (spender && spender.blob.length > 0 && isUnconfirmed(spender)) return
  const { spent: _, ...left } = output
  change.put(outputs, key, left)
}
