/**
 * What a wallet that can only view, and one that is kept offline, hand each other: ours and
 * monero-wallet-rpc's take it from one another.
 */
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import { dispatch } from '../../../worker/rpc/dispatch.ts'
import type { WalletRpc } from '../../support/programs/monerod.ts'
import {
  pays,
  setPaymentScene,
  xmr,
  type PaymentScene,
} from '../../support/wallet-comparison/payment-scene.ts'
import { expectSame, ourAnswer } from '../../support/wallet-comparison/compare-answers.ts'
import {
  restoreOurs,
  restoreTheirs,
  type OurWallet,
} from '../../support/wallet-comparison/restore-both.ts'
import { servedNode } from '../../support/daemons/served-node.ts'

let scene: PaymentScene

beforeAll(async () => {
  scene = await setPaymentScene({ coinbases: 5, start: servedNode })
  // So that some of it is spent, and some came back.
  await scene.ours.call('transfer', { destinations: pays([[scene.to.standard, xmr]]) })
  await scene.settle()
}, 600_000)

type Exported = { offset: bigint; signed_key_images: { key_image: string; signature: string }[] }

async function exported(): Promise<Exported> {
  const outcome = await dispatch(scene.ours.service, 'export_key_images', { all: true })
  return (outcome as { result: Exported }).result
}

describe('export_key_images', () => {
  test('returns the key images of the reference in the same order', async () => {
    const imagesOf = ({ signed_key_images }: Exported) =>
      signed_key_images.map(({ key_image }) => key_image)
    const their = await scene.twin.call('export_key_images', { all: true })
    expect(imagesOf(await exported())).toEqual(imagesOf(their))
    expect(
      await expectSame(scene.ours, scene.twin, ['export_key_images', { all: false }]),
    ).toHaveProperty('result')
  })

  test('signs them: a view-only wallet of the reference accepts them', async () => {
    const { ours } = scene
    const viewer = await restoreTheirs(ours.wallet.daemonAddress!.address, ours, { viewOnly: true })
    try {
      await viewer.call('refresh')
      const { signed_key_images } = await exported()
      const [first, second, ...rest] = signed_key_images
      const wrong = [{ ...first!, signature: second!.signature }, second!, ...rest]
      await expect(viewer.call('import_key_images', { signed_key_images: wrong })).rejects.toThrow(
        'Signature check failed',
      )
      const { spent, unspent } = await viewer.call('import_key_images', { signed_key_images })
      expect(spent).toBeGreaterThan(0n)
      const { balance } = await ours.call('get_balance', { all_accounts: true })
      expect(unspent).toBe(balance)
    } finally {
      await viewer.stop()
    }
  })

  test('error: a view-only wallet', async () => {
    const viewer = await restoreOurs(scene.ours.wallet.daemonAddress!.address, { viewOnly: true })
    const outcome = await ourAnswer(viewer.service, 'export_key_images', { all: true })
    expect(outcome).toMatchObject({ error: { code: -29n } })
    await viewer.service.close()
  })
})

describe('import_key_images', () => {
  let ours: OurWallet
  let theirs: WalletRpc

  beforeAll(async () => {
    const { address } = scene.ours.wallet.daemonAddress!
    ours = await restoreOurs(address, { viewOnly: true })
    theirs = await restoreTheirs(address, scene.ours, { viewOnly: true })
    await Promise.all([ours.call('refresh'), theirs.call('refresh')])
  }, 300_000)

  test('error: refuses what the reference refuses', async () => {
    const { signed_key_images: all } = await exported()
    const [first, second] = all as [(typeof all)[0], (typeof all)[0]]
    const of = (key_image: string, signature: string) => [{ key_image, signature }]
    for (const params of [
      { signed_key_images: of('00', first.signature) },
      { signed_key_images: of(first.key_image, '00') },
      { signed_key_images: of(first.key_image, second.signature) },
      { signed_key_images: of(second.key_image, second.signature) },
      // A point of order two, and what is no point.
      { signed_key_images: of(`ec${'ff'.repeat(30)}7f`, first.signature) },
      { offset: 1, signed_key_images: all },
      { offset: all.length + 1, signed_key_images: [] },
      {},
    ])
      await expectSame(ours, theirs, ['import_key_images', params])
  })

  test('finds spent outputs and their transactions, as the reference does', async () => {
    const signed = await exported()
    await expectSame(ours, theirs, ['import_key_images', signed])
    await expectSame(ours, theirs, ['get_balance', { all_accounts: true }])
    const all = { transfer_type: 'all' }
    await expectSame(ours, theirs, ['incoming_transfers', all], ['tx_size'])
    await expectSame(ours, theirs, ['get_transfers', { in: true, out: true }])
    expect((await ours.call('get_transfers', { out: true })).out).toHaveLength(1)
    await expectSame(ours, theirs, [
      'import_key_images',
      { offset: 2, signed_key_images: signed.signed_key_images.slice(2, 4) },
    ])
  })

  test('keeps the key images after a rescan of the whole chain', async () => {
    const before = await ours.call('incoming_transfers', { transfer_type: 'all' })
    await ours.call('rescan_blockchain')
    expect(await ours.call('incoming_transfers', { transfer_type: 'all' })).toEqual(before)
    await expectSame(ours, theirs, ['get_balance', { all_accounts: true }])
  })

  test('finds outputs that are spent later', async () => {
    await scene.ours.call('transfer', { destinations: pays([[scene.to.standard, xmr]]) })
    await scene.settle()
    await ours.call('refresh')
    const { balance } = await scene.ours.call('get_balance', { all_accounts: true })
    const missing = await ours.call('get_balance', { all_accounts: true })
    expect(missing.balance).toBe(balance)
  })
})

/** Where nothing answers: the address of a wallet that is kept offline. */
const nowhere = '127.0.0.1:1'

const imagesOf = ({ signed_key_images }: Exported) =>
  signed_key_images.map(({ key_image }) => key_image)

describe('export_outputs, import_outputs', () => {
  test('an offline wallet of the reference imports outputs of ours', async () => {
    const watching = await restoreOurs(scene.ours.wallet.daemonAddress!.address, { viewOnly: true })
    const cold = await restoreTheirs(nowhere, scene.ours)
    try {
      await watching.call('refresh')
      const outputs = await watching.call('export_outputs', { all: true, form: 'pair' })
      const { num_imported } = await cold.call('import_outputs', outputs)
      expect(num_imported).toBe(BigInt(watching.wallet.store.outputs.size))
      const signed = (await cold.call('export_key_images', { all: true })) as Exported
      expect(imagesOf(signed)).toEqual(imagesOf(await exported()))
    } finally {
      await watching.service.close()
      await cold.stop()
    }
  })

  test('ours imports outputs of the reference, and signs their key images', async () => {
    const { address } = scene.ours.wallet.daemonAddress!
    const watching = await restoreTheirs(address, scene.ours, { viewOnly: true })
    const cold = await restoreOurs(nowhere)
    const coldTwin = await restoreTheirs(nowhere, scene.ours)
    try {
      await watching.call('refresh')
      const exported = await watching.call('export_outputs', { all: true })
      await expectSame(cold, coldTwin, ['import_outputs', exported])
      const all = { transfer_type: 'all' }
      await expectSame(cold, coldTwin, ['incoming_transfers', all], ['tx_size'])
      await expectSame(cold, coldTwin, ['get_balance', { all_accounts: true }])
      // Lists keep their order in the outcome alone.
      const outcome = await dispatch(cold.service, 'export_key_images', {})
      const signed = (outcome as { result: Exported }).result
      const their = (await coldTwin.call('export_key_images')) as Exported
      expect(imagesOf(signed)).toEqual(imagesOf(their))
      expect(await watching.call('import_key_images', signed)).toMatchObject({
        unspent: (await scene.ours.call('get_balance', { all_accounts: true })).balance,
      })
    } finally {
      await cold.service.close()
      for (const program of [watching, coldTwin]) await program.stop()
    }
  })

  const head = (version: number) => [...utf8ToBytes('Monero output export'), version]

  test.each([
    ['no hex', '0'],
    ['nothing', ''],
    ['an older form', bytesToHex(Uint8Array.from(head(3)))],
    ['too short', bytesToHex(Uint8Array.from(head(4)))],
    ['not signed', bytesToHex(Uint8Array.from([...head(4), ...new Uint8Array(72)]))],
  ])('error: %s', async (_, outputs_data_hex) => {
    await expectSame(scene.ours, scene.twin, ['import_outputs', { outputs_data_hex }])
  })
})
