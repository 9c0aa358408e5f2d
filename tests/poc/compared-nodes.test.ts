/** A daemon serves another chain, or other fees, than the nodes that it is compared with. */
import { bytesToHex } from '@noble/hashes/utils.js'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { errorDetails } from '#protocol/error-details.ts'
import type { NodeSample } from '#protocol/daemon/node-samples.ts'
import type { WalletEvent } from '../../worker/engine/base/events.ts'
import { PaymentSender } from '../../worker/engine/payments/payment-sender.ts'
import { dispatch } from '../../worker/rpc/dispatch.ts'
import { minerAddress } from '../support/programs/monerod.ts'
import { payingScene, xmr } from '../support/spending/two-coin-wallet.ts'
import { testCrypto } from '../support/wasm/crypto.ts'
import { scriptedWallet } from '../support/wallets/scripted-wallet.ts'

/** Of all blocks of the wallet with coins. */
const ownId = '0'.repeat(64)
const otherId = 'ab'.repeat(32)

const honest: NodeSample = {
  name: 'b.example:1',
  problem: undefined,
  height: 400n,
  top_id: ownId,
  settled: [
    { height: 380n, id: ownId },
    { height: 370n, id: ownId },
  ],
  fees: [20_000n, 80_000n, 320_000n, 4_000_000n],
}
const onOtherChain = {
  ...honest,
  top_id: otherId,
  settled: honest.settled.map(({ height }) => ({ height, id: otherId })),
}

const scene = payingScene()
let sample = honest
beforeEach(() => {
  sample = honest
  scene.chain.daemon.otherNodes = { samples: async () => [sample], includeOwn: false }
})

const disagreement = {
  code: -4,
  message:
    `daemon fake and daemon b.example:1 disagree: block 370 is ${ownId} at the first and ${otherId} at the second. ` +
    'Nothing is sent until they agree. Look this up in another source, and use daemons that agree with it',
  data: errorDetails.nodesDisagree,
}

const call = (name: string, params: object) => dispatch(scene.service, name, params)
const destinations = [{ address: minerAddress, amount: xmr }]

describe('another chain than that of a compared node', () => {
  test.each<[string, object]>([
    ['transfer', { destinations }],
    ['transfer_split', { destinations }],
    ['sweep_all', { address: minerAddress }],
    ['sweep_dust', {}],
  ])('ends %s, and nothing is requested for it', async (name, params) => {
    sample = onOtherChain
    expect(await call(name, params)).toEqual({ error: disagreement })
    expect(scene.chain.asked).toEqual([])
    expect(scene.chain.sent).toEqual([])
    expect(scene.spent()).toEqual([])
  })

  test('ends sweep_single', async () => {
    sample = onOtherChain
    const [{ keyImage: key_image } = {}] = scene.state().outputs
    expect(await call('sweep_single', { address: minerAddress, key_image })).toEqual({
      error: disagreement,
    })
  })

  test('ends relay_tx and resend_tx, and changes nothing', async () => {
    const [made] = await scene.wallet.spend.transfer(scene.request(), { relay: false })
    const [sent] = await scene.pay()
    const before = structuredClone(scene.state())
    sample = onOtherChain
    // Its next refresh would do this.
    scene.wallet.comparison.refreshed({ ...scene.chain.daemon })
    const hex = bytesToHex(made!.metadata())
    expect(await call('relay_tx', { hex })).toEqual({ error: disagreement })
    expect(await call('resend_tx', { txid: sent!.txid })).toEqual({ error: disagreement })
    expect(scene.state()).toEqual(before)
    expect(scene.chain.sent).toHaveLength(1)
  })

  test('ends submit_transfer and submit_multisig', async () => {
    sample = onOtherChain
    const { ports, store, events, network, sync, comparison } = scene.wallet
    const parts = { ports, store, events, network, sync, comparison, daemonName: () => 'fake' }
    const sender = new PaymentSender(parts)
    const { message, data } = disagreement
    await expect(sender.submit(scene.chain.daemon, [])).rejects.toMatchObject({
      reason: 'SIGNED_SUBMISSION',
      message: `Failed to submit signed tx: ${message}`,
      data,
    })
    await expect(sender.submitGroup(scene.chain.daemon, [])).rejects.toMatchObject({
      reason: 'MULTISIG_SUBMISSION',
      message: `Failed to submit multisig tx: ${message}`,
      data,
    })
  })

  test('is not resent', async () => {
    await scene.pay()
    sample = onOtherChain
    await expect(
      scene.wallet.comparison.requireAgreement({ ...scene.chain.daemon }),
    ).rejects.toThrow()
    const { store } = scene.wallet
    await store.commit((change) => {
      for (const record of store.sent.values())
        change.put(store.sent, record.txid, { ...record, resendAt: 0n })
    })
    await scene.wallet.spend.resume(new Set())
    expect(scene.chain.sent).toHaveLength(1)
  })

  test('ends a payment after blocks of a refresh that did not end', async () => {
    await scene.pay()
    const { store } = scene.wallet
    const ids = new Uint8Array(32 * 400)
    ids[ids.length - 1] = 1
    await store.commit((change) => change.put(store.blocks, '0', { first: 1n, ids, reward: 0n }))
    sample = onOtherChain
    await expect(scene.pay()).rejects.toMatchObject(disagreement)
    expect(scene.chain.sent).toHaveLength(1)
  })

  test('no longer ends payments when the nodes agree again', async () => {
    sample = onOtherChain
    await expect(scene.pay()).rejects.toMatchObject(disagreement)
    sample = honest
    scene.wallet.comparison.refreshed(scene.chain.daemon)
    await scene.pay()
    expect(scene.chain.sent).toHaveLength(1)
  })
})

describe('a compared node', () => {
  test.each<[string, Partial<NodeSample>]>([
    ['without an answer', { problem: 'it does not answer', settled: [], height: 0n }],
    ['a few blocks behind', { height: 397n }],
    ['on another branch for some blocks', { top_id: otherId }],
    ['that synchronises', { height: 50n, settled: [{ height: 30n, id: ownId }] }],
  ])('%s does not end payments', async (_, given) => {
    sample = { ...honest, ...given }
    await scene.pay()
    expect(scene.chain.sent).toHaveLength(1)
  })
})

describe('a fee estimate', () => {
  test.each([
    ['more', [18_180n, 80_000n]],
    ['less', [22_001n, 80_000n]],
  ])('of a tenth %s than at a node with the same top block ends the payment', async (_, fees) => {
    sample = { ...honest, fees }
    await expect(scene.pay()).rejects.toMatchObject({
      code: -4,
      message: expect.stringContaining(
        `daemon fake and daemon b.example:1 disagree: a byte costs 20000 piconero at the first and ${fees[0]} at ` +
          'the second',
      ) as string,
      data: errorDetails.nodesDisagree,
    })
    expect(scene.chain.asked).toEqual([])
  })

  test.each([
    ['up to a tenth away', { fees: [22_000n] }],
    ['of other blocks', { fees: [1n], height: 399n }],
  ])('%s is accepted', async (_, given) => {
    sample = { ...honest, ...given }
    await scene.pay()
    expect(scene.chain.sent).toHaveLength(1)
  })
})

describe('a refresh', () => {
  test('compares the nodes, reports the result, and logs each problem once', async () => {
    const settled = { height: 10n, id: otherId }
    let answer: NodeSample = { ...honest, settled: [settled] }
    const { wallet, script, service } = await scriptedWallet(await testCrypto(), {
      wrap: (daemon) => ({
        ...daemon,
        otherNodes: { samples: async () => [answer], includeOwn: false },
      }),
    })
    const logged: string[] = []
    Object.assign(service.ports, {
      log: (_: string, text: string) => void (text.includes('b.example') && logged.push(text)),
    })
    const seen: WalletEvent[] = []
    wallet.events.subscribe((event) => event.name === 'comparison' && seen.push(event))
    const reported = (count: number) => vi.waitFor(() => expect(seen).toHaveLength(count))
    for (let block = 0; block < 24; block++) script.mine()
    await wallet.sync.refresh()
    await reported(1)
    expect(seen[0]).toMatchObject({
      disagreement: expect.stringContaining('block 10 is') as string,
    })
    await wallet.sync.refresh()
    await reported(2)
    answer = { ...answer, problem: 'it does not answer', settled: [] }
    await wallet.sync.refresh()
    await reported(3)
    const top_id = bytesToHex(script.blocks.at(-1)!.id)
    answer = { ...honest, height: 25n, top_id, settled: [] }
    script.mine()
    await wallet.sync.refresh()
    await reported(4)
    expect(seen[3]).toEqual({
      name: 'comparison',
      uncompared: ['daemon b.example:1 is not compared: it is behind the wallet'],
    })
    script.mine()
    answer = { ...answer, height: 27n, top_id: bytesToHex(script.blocks.at(-1)!.id) }
    await wallet.sync.refresh()
    await reported(5)
    expect(seen[4]).toEqual({ name: 'comparison', agreedHeight: 27n, uncompared: [] })
    expect(logged).toEqual([
      expect.stringContaining('disagree'),
      'daemon b.example:1 is not compared: it does not answer',
      'daemon b.example:1 is not compared: it is behind the wallet',
    ])
  })
})
