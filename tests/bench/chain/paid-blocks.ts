/**
 * Blocks of a private chain of a real monerod that can be submitted to another node, with blocks of
 * transactions on top.
 *
 * @module
 */
import { minerAddress, type Monerod, type Result } from '../../support/programs/monerod.ts'
import type { DaemonClient } from '../../support/network/http-client.ts'
import { nativeWallet } from '../programs/native.ts'
import { restore } from '../programs/wallet.ts'
import { startRegtest } from './regtest.ts'

/** A block, and the transactions that the pool must contain before the block is submitted; all in hex. */
export type FedBlock = { blob: string; transactions: readonly string[] }

export type PaidBlocks = {
  /** From height 1 on. */
  base: FedBlock[]
  /** Blocks above them, with {@link perBlock} transactions of one input and two outputs each. */
  paid: FedBlock[]
}

/** Number of transactions in each of these blocks. */
export const perBlock = 10

/** @param coins - Coinbases that the wallet may spend; more than ten a block. */
export async function makePaidBlocks(coins: number, blocks: number): Promise<PaidBlocks> {
  const node = await startRegtest(coins)
  try {
    const height = Number((await node.get('/get_height')).height)
    const base = await read(node, 1, height)
    const payments = await pay(node, blocks * perBlock)
    for (let at = 0; at < payments.length; at += perBlock) {
      for (const tx of payments.slice(at, at + perBlock)) await send(node, tx)
      await node.mine(1)
    }
    const paid = await read(node, height, height + blocks)
    const odd = paid.find(({ transactions }) => transactions.length !== perBlock)
    if (odd) throw new Error(`a block of ${odd.transactions.length} transactions`)
    return { base, paid }
  } finally {
    await node.stop()
  }
}

/** Submits a transaction to the pool of a node. @param tx - In hex. */
export async function send(node: DaemonClient, tx: string): Promise<void> {
  const { status, reason } = await node.get('/send_raw_transaction', { tx_as_hex: tx })
  if (status !== 'OK') throw new Error(`send_raw_transaction: ${status} ${reason}`)
}

/** Transactions that each spend one coinbase. */
async function pay(node: Monerod, count: number): Promise<string[]> {
  const wallet = await nativeWallet({ daemon: node.address })
  try {
    await restore(wallet)
    await wallet.call('refresh')
    const { transfers } = await wallet.call('incoming_transfers', { transfer_type: 'available' })
    const ready = transfers.filter(({ unlocked }: Result) => unlocked).slice(0, count)
    if (ready.length < count) throw new Error(`${ready.length} coins of ${count}`)
    const payments: string[] = []
    for (const { key_image } of ready) {
      const { tx_blob } = await wallet.call('sweep_single', {
        address: minerAddress,
        key_image,
        do_not_relay: true,
        get_tx_hex: true,
      })
      payments.push(tx_blob)
    }
    return payments
  } finally {
    await wallet.close()
  }
}

async function read(node: Monerod, first: number, end: number): Promise<FedBlock[]> {
  const blocks: FedBlock[] = []
  for (let height = first; height < end; height++) {
    const { blob, tx_hashes = [] } = await node.call('get_block', { height })
    const asked = { txs_hashes: tx_hashes }
    const { txs = [] } = tx_hashes.length > 0 ? await node.get('/get_transactions', asked) : {}
    blocks.push({ blob, transactions: txs.map(({ as_hex }: Result) => as_hex) })
  }
  return blocks
}
