/** The forms that wallets of today read and write: monero-ts' full wallet, wallet2 v0.18.5, kept offline. */
import { bytesToHex } from '@noble/hashes/utils.js'
import moneroTs from 'monero-ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pays, setPaymentScene, xmr, type PaymentScene } from '../support/payment-scene.ts'
import { restoreOurs, type OurWallet } from '../support/same-wallets.ts'
import { servedNode } from '../support/served-node.ts'

let scene: PaymentScene
let view: OurWallet
let signer: moneroTs.MoneroWalletFull

beforeAll(async () => {
  scene = await setPaymentScene({ coinbases: 12, start: servedNode })
  view = await restoreOurs(scene.ours.wallet.daemonAddress!.address, { viewOnly: true })
  await view.call('refresh')
  const { primaryAddress, secrets } = scene.ours.wallet
  signer = await moneroTs.createWalletFull({
    ...{ password: 'pass', networkType: moneroTs.MoneroNetworkType.MAINNET, primaryAddress },
    privateViewKey: bytesToHex(secrets.viewSecret),
    privateSpendKey: bytesToHex(secrets.spendSecret!),
    ...{ restoreHeight: 0, proxyToWorker: false },
  })
}, 600_000)

afterAll(async () => {
  await signer?.close(false)
  await view?.service.close()
  await scene?.stop()
})

test('it takes our outputs, and ours takes its key images', async () => {
  const told = await view.call('export_outputs', { all: true })
  expect(await signer.importOutputs(told.outputs_data_hex)).toBe(view.wallet.store.outputs.size)
  const images = (await signer.exportKeyImages(true)).getKeyImages()
  const { unspent } = await view.call('import_key_images', {
    signed_key_images: images.map((each) => ({
      key_image: each.getHex(),
      signature: each.getSignature(),
    })),
  })
  expect(unspent).toBe((await scene.ours.call('get_balance')).balance)
})

test('it signs our set, which ours sends', async () => {
  const destinations = pays([[scene.to.integrated, xmr]])
  const { unsigned_txset } = await view.call('transfer', { destinations })
  const signed = await signer.signTxs(unsigned_txset)
  const { tx_hash_list } = await view.call('submit_transfer', {
    tx_data_hex: signed.getSignedTxHex(),
  })
  await scene.mined()
  expect(await scene.isMined(tx_hash_list[0])).toBe(true)
})

test('ours takes its outputs', async () => {
  const cold = await restoreOurs('127.0.0.1:1')
  const outputs_data_hex = await signer.exportOutputs(true)
  const { num_imported } = await cold.call('import_outputs', { outputs_data_hex })
  expect(num_imported).toBe(BigInt(view.wallet.store.outputs.size))
  const lists = [cold, scene.ours].map(({ wallet }) =>
    [...wallet.store.outputs.values()].map(({ keyImage }) => keyImage),
  )
  expect(lists[1]).toEqual(expect.arrayContaining(lists[0]!))
  await cold.service.close()
})
