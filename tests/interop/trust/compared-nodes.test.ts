/** A proxy in front of a real monerod lies to a wallet that compares it with another real monerod. */
import { expect } from 'vitest'
import { bin } from '#protocol/daemon/calls.ts'
import { NodeSampler } from '#protocol/daemon/node-samples.ts'
import { epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import { connectDaemon } from '../../../worker/adapters/daemon.ts'
import type { Ports } from '../../../worker/engine/base/ports.ts'
import type { Tamper } from '../../support/network/tampering-proxy.ts'
import { atFileEnd } from '../../support/programs/file-end.ts'
import {
  minerAddress,
  startMonerod,
  type Monerod,
  type Result,
} from '../../support/programs/monerod.ts'
import { beforeAll, test } from '../../support/programs/test.ts'
import { startDeceivedWallet, type DeceivedWallet } from '../../support/trust/deceived-wallet.ts'
import { copyBlocks } from '../../support/trust/forged-blocks.ts'
import { ofJson } from '../../support/trust/lie.ts'
import { shownText } from '../../support/trust/shown-text.ts'

const xmr = 1_000_000_000_000n

/** Behind the proxy. */
let node: Monerod
/** The compared one. Has a chain of its own at first. */
let other: Monerod
let ports: Partial<Ports>

beforeAll(async () => {
  ;[node, other] = await Promise.all([startMonerod(), startMonerod()])
  const compared = connectDaemon({ address: other.address, trusted: false })
  atFileEnd(() => compared.close())
  const nodes = [{ name: other.address, calls: compared.rpc }]
  let nowMs = 0
  // Every sample is taken anew.
  const sampler = new NodeSampler(nodes, () => (nowMs += 60_000))
  const otherNodes = { samples: () => sampler.samples(), includeOwn: false }
  ports = { connect: (target) => ({ ...connectDaemon(target), otherNodes }) }
  const probe = await startDeceivedWallet(node)
  await node.mine(4, probe.wallet.primaryAddress)
  await probe.service.close()
  await node.mine(80)
  await other.mine(80)
})

const pay = ({ call }: DeceivedWallet) =>
  call('transfer', { destinations: [{ address: minerAddress, amount: xmr }] })

/** Expects that a payment ends with the text, before anything is requested for it. */
async function expectNotSent(deceived: DeceivedWallet, claim: string) {
  await expect(pay(deceived)).rejects.toThrow(shownText(claim))
  const { asked } = deceived.proxy
  expect(asked).not.toContain('/get_outs.bin')
  expect(asked).not.toContain('/send_raw_transaction')
}

test('error: another chain than a compared daemon', async () => {
  const deceived = await startDeceivedWallet(node, { ports })
  await deceived.call('refresh')
  await expectNotSent(deceived, 'another chain than a compared daemon')
})

/** Two answers of 40 blocks. There are more, and they do not come. */
function endless(): Tamper {
  let answers = 0
  return async (path, forward) => {
    const bytes = await forward()
    if (path !== '/get_blocks.bin') return { bytes }
    if (++answers > 2) return 'close'
    const answer = epeeTo(bin.get_blocks.result, bytes)
    const blocks = answer.blocks.slice(0, 40)
    const output_indices = answer.output_indices.slice(0, 40)
    return { bytes: epeeFrom(bin.get_blocks.result, { ...answer, blocks, output_indices }) }
  }
}

test('error: blocks that never end, so that nothing is compared', async () => {
  const deceived = await startDeceivedWallet(node, { ports })
  await deceived.during(endless, async () => {
    await expect(deceived.call('refresh')).rejects.toThrow('no connection to daemon')
    expect(deceived.wallet.chain.height).toBe(79n)
    await expectNotSent(deceived, 'blocks that never end, so that nothing is compared')
  })
})

test('error: fees that differ by a tenth from those of a compared daemon', async () => {
  await other.post('/pop_blocks', { nblocks: 80 })
  await copyBlocks(node, other)
  const deceived = await startDeceivedWallet(node, { ports })
  await deceived.call('refresh')
  const lower = (rate: number) => BigInt(Math.floor(rate * 0.8))
  const { tamper } = ofJson('/json_rpc:get_fee_estimate', '', '', ({ fee, fees }: Result) => ({
    fee: lower(fee),
    fees: fees.map(lower),
  }))
  await deceived.during(tamper, () =>
    expectNotSent(deceived, 'fees that differ by a tenth from those of a compared daemon'),
  )
  expect(await pay(deceived)).toHaveProperty('tx_hash')
})
