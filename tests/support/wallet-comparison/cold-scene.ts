/**
 * Pairs of wallets over the same keys, one that can only view and one that is kept offline: each half ours
 * or monero-wallet-rpc's.
 *
 * @module
 */
import { expect } from 'vitest'
import { dispatch } from '../../../worker/rpc/dispatch.ts'
import type { Result, WalletRpc } from '../programs/monerod.ts'
import { setPaymentScene } from './payment-scene.ts'
import { restoreOurs, restoreTheirs, type OurWallet } from './restore-both.ts'
import { servedNode } from '../daemons/served-node.ts'

/** Either wallet, ours or the reference's. */
export type Half = { call: (method: string, params?: object) => Promise<Result> }

type Halves = { ours: OurWallet; theirs: WalletRpc }

export type ColdScene = Awaited<ReturnType<typeof setColdScene>>

/** Where nothing answers: the address of a wallet that is kept offline. */
const nowhere = '127.0.0.1:1'

/** @param coinbases - How many block rewards are theirs; all four wallets know of them. */
export async function setColdScene(coinbases: number) {
  const scene = await setPaymentScene({ coinbases, start: servedNode })
  const { address } = scene.ours.wallet.daemonAddress!
  /** Can only view. */
  const hot: Halves = {
    ours: await restoreOurs(address, { viewOnly: true }),
    theirs: await restoreTheirs(address, scene.ours, { viewOnly: true }),
  }
  /** Kept offline. */
  const cold: Halves = {
    ours: await restoreOurs(nowhere),
    theirs: await restoreTheirs(nowhere, scene.ours),
  }
  const made = {
    scene,
    hot,
    cold,
    /** Synchronises all four wallets. */
    async learn() {
      for (const wallet of [hot.ours, hot.theirs]) await wallet.call('refresh')
      const outputs = await hot.ours.call('export_outputs', { all: true, form: 'pair' })
      for (const wallet of [cold.ours, cold.theirs]) await wallet.call('import_outputs', outputs)
      for (const wallet of [hot.ours, hot.theirs])
        await wallet.call('import_key_images', await exported(cold.ours))
    },
    /** Makes, signs and sends payments, and has them mined. @returns What the signer says of them. */
    async pay(view: Half, sign: Half, method: string, params: object): Promise<Result> {
      const { unsigned_txset } = await view.call(method, params)
      const signed = await sign.call('sign_transfer', { unsigned_txset, get_tx_keys: true })
      const sent = await view.call('submit_transfer', { tx_data_hex: signed.signed_txset })
      expect(new Set(sent.tx_hash_list)).toEqual(new Set(signed.tx_hash_list))
      await scene.mined()
      for (const txid of sent.tx_hash_list) expect(await scene.isMined(txid)).toBe(true)
      return signed
    },
  }
  await made.learn()
  return made
}

/** Lists in their order, which `call` of our wallet does not keep. */
async function exported({ service }: OurWallet): Promise<Result> {
  const outcome = await dispatch(service, 'export_key_images', { all: true })
  return (outcome as { result: Result }).result
}
