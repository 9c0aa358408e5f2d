/**
 * The forms that wallets of today read and write: monero-ts' full wallet, wallet2 v0.18.5, kept offline, and one
 * of it that can only view.
 */
import { UR, UREncoder } from '@ngraveio/bc-ur'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import moneroTs from 'monero-ts'
import { expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import { dispatch } from '../../../worker/rpc/dispatch.ts'
import {
  pays,
  setPaymentScene,
  xmr,
  type PaymentScene,
} from '../../support/wallet-comparison/payment-scene.ts'
import { restoreOurs, type OurWallet } from '../../support/wallet-comparison/restore-both.ts'
import { servedNode } from '../../support/daemons/served-node.ts'
import { startShim, type Shim } from '../../support/network/hard-fork-version-shim.ts'
import { moneroTsWallet } from '../../support/programs/monero-ts-wallet.ts'
import { kindOfFile } from '../../../web/qr/signing-files.ts'
import { UrCollector } from '../../../web/qr/ur-collector.ts'

let scene: PaymentScene
let view: OurWallet
let signer: moneroTs.MoneroWalletFull
let shim: Shim
let viewer: moneroTs.MoneroWalletFull

beforeAll(async () => {
  scene = await setPaymentScene({ coinbases: 12, start: servedNode })
  // Each lies ahead of what is watched before the one in front of it is seen.
  await scene.fund([[scene.own(0, 150), xmr]], [[scene.own(0, 300), xmr]])
  view = await restoreOurs(scene.ours.wallet.daemonAddress!.address, { viewOnly: true })
  await view.call('refresh')
  const { primaryAddress, secrets } = scene.ours.wallet
  const watching = {
    primaryAddress,
    privateViewKey: bytesToHex(secrets.viewSecret),
    restoreHeight: 0,
  }
  signer = await moneroTsWallet({
    ...watching,
    privateSpendKey: bytesToHex(secrets.spendSecret!),
  })

  shim = await startShim(`http://${scene.ours.wallet.daemonAddress!.address}`)
  viewer = await moneroTsWallet({ ...watching, server: { uri: shim.url } })
}, 600_000)

test('monero-ts imports our outputs, and our wallet imports its key images', async () => {
  const request = await view.call('export_outputs', { all: true })
  expect(await signer.importOutputs(request.outputs_data_hex)).toBe(view.wallet.store.outputs.size)
  const images = (await signer.exportKeyImages(true)).getKeyImages()
  const { unspent } = await view.call('import_key_images', {
    signed_key_images: images.map((each) => ({
      key_image: each.getHex(),
      signature: each.getSignature(),
    })),
  })

  expect(unspent).toBe((await scene.ours.call('get_balance')).balance)
})

test('monero-ts signs our set, and our wallet sends it', async () => {
  const destinations = pays([[scene.to.integrated, xmr]])
  const { unsigned_txset } = await view.call('transfer', { destinations })
  const signed = await signer.signTxs(unsigned_txset)
  const { tx_hash_list } = await view.call('submit_transfer', {
    tx_data_hex: signed.getSignedTxHex(),
  })

  await scene.mined()
  expect(await scene.isMined(tx_hash_list[0])).toBe(true)
})

test('our wallet imports the outputs of monero-ts', async () => {
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

test('our wallet signs the set of monero-ts, and monero-ts sends it', async () => {
  const cold = await restoreOurs('127.0.0.1:1')
  try {
    await viewer.sync()
    const request = { outputs_data_hex: await viewer.exportOutputs(true) }
    const { num_imported } = await cold.call('import_outputs', request)
    expect(num_imported).toBe(BigInt(view.wallet.store.outputs.size))
    const { signed_key_images } = await exported(cold)
    await viewer.importKeyImages(
      signed_key_images.map(
        ({ key_image, signature }) => new moneroTs.MoneroKeyImage(key_image, signature),
      ),
    )
    const tx = await viewer.createTx({ accountIndex: 0, address: scene.to.integrated, amount: xmr })
    const unsigned_txset = tx.getTxSet().getUnsignedTxHex()
    const described = await cold.call('describe_transfer', { unsigned_txset })
    expect(described.desc[0].recipients).toEqual([{ address: scene.to.integrated, amount: xmr }])
    const signed = await cold.call('sign_transfer', { unsigned_txset, get_tx_keys: true })
    const sent = await viewer.submitTxs(signed.signed_txset)
    expect(sent).toEqual(signed.tx_hash_list)
    await scene.mined()
    expect(await scene.isMined(sent[0]!)).toBe(true)
    const { standard } = scene.to
    expect(await scene.proven(sent[0]!, signed.tx_key_list[0], standard)).toBe(xmr)
  } finally {
    await cold.service.close()
  }
})

/** Feather's default. */
const featherFragment = 150

/** The texts of QR codes as Feather shows a file: a CBOR byte string, in fragments. Every third one is missed. */
function feathered(type: string, file: Uint8Array): string[] {
  const { cbor } = UR.fromBuffer(Buffer.from(file))
  const encoder = new UREncoder(new UR(cbor, type), featherFragment)
  const count = encoder.fragmentsLength
  return Array.from({ length: 3 * count + 30 }, () => encoder.nextPart()).filter(
    (_, i) => i % 3 !== 1 || count === 1,
  )
}

test('outputs and sets of monero-ts, framed as Feather does, are read', async () => {
  await viewer.sync()
  const files = {
    'xmr-output': await signer.exportOutputs(true),
    'xmr-txunsigned': (
      await viewer.createTx({ accountIndex: 0, address: scene.to.standard, amount: xmr })
    )
      .getTxSet()
      .getUnsignedTxHex(),
  }
  for (const [type, hex] of Object.entries(files)) {
    const collector = new UrCollector([type])
    for (const text of feathered(type, hexToBytes(hex))) {
      if (collector.content) break
      expect(collector.receive(text)).toBeUndefined()
    }
    const { content } = collector
    expect(content).toMatchObject({ type })
    expect(bytesToHex(content!.bytes)).toBe(hex)
    expect(kindOfFile(content!.bytes)).toBe(type)
  }
})

type Signed = { signed_key_images: { key_image: string; signature: string }[] }

/** In their order, which `call` does not keep. */
async function exported({ service }: OurWallet): Promise<Signed> {
  const outcome = await dispatch(service, 'export_key_images', { all: true })
  return (outcome as { result: Signed }).result
}
