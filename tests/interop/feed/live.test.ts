/** A wallet of a light node learns from its events what is new, as monero-wallet-rpc learns by its requests. */
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { daemonConnection } from '../../../server/outgoing/wallet-daemon.ts'
import { ask } from '../../support/network/http-client.ts'
import { atFileEnd } from '../../support/programs/file-end.ts'
import {
  startMinerWallet,
  startMonerod,
  type Monerod,
  type WalletRpc,
} from '../../support/programs/monerod.ts'
import { startProxy, type Proxy } from '../../support/programs/proxy.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import {
  restoreOurs,
  restoreTheirs,
  type OurWallet,
} from '../../support/wallet-comparison/restore-both.ts'

const xmr = 1_000_000_000_000n

let node: Monerod
let light: Proxy
let payer: WalletRpc
let ours: OurWallet
let theirs: WalletRpc

/** Longer than an event takes, and far shorter than the period of the refreshes below. */
const soon = { timeout: 30_000, interval: 50 }
const period = 600

beforeAll(async () => {
  node = await startMonerod()
  payer = await startMinerWallet(node.address)
  await node.mine(80)
  await payer.call('refresh')
  light = await startLight()
  atFileEnd(() => light.stop())
  const connect = daemonConnection(undefined, () => {}, { isLightNode: true })
  ours = await restoreOurs(new URL(light.url).host, { connect })
  theirs = await restoreTheirs(node.address, ours)
  ours.wallet.autoRefresh.start(period)
  await vi.waitFor(() => expect(ours.wallet.isLive).toBe(true), soon)
}, 600_000)

const startLight = (port?: number) =>
  startProxy([node.url], ['--light', '--data-dir', temporaryFolder('live')], port)

/** Calls of clients by name. */
async function calls(): Promise<Record<string, number>> {
  const text = (await ask(`${light.url}/metrics`)).text()
  const counted: Record<string, number> = {}
  for (const [, call, count] of text.matchAll(/^nightjar_calls_total\{call="([^"]+)".*\} (\d+)/gm))
    counted[call!] = (counted[call!] ?? 0) + Number(count)
  return counted
}

const pool = () => [...ours.wallet.store.pool.values()]

describe('a wallet of a light node', () => {
  test('shows a payment in the pool without a request, and its block with the next tip', async () => {
    const before = await calls()
    const address = ours.wallet.primaryAddress
    const { tx_hash } = await payer.call('transfer', {
      destinations: [{ address, amount: xmr }],
    })
    await vi.waitFor(() => expect(pool()).toMatchObject([{ txid: tx_hash, amount: xmr }]), soon)
    expect(await calls()).toEqual(before)
    await theirs.call('refresh')
    const waiting = async (wallet: Pick<OurWallet, 'call'>) => {
      const list = await wallet.call('get_transfers', { pool: true })
      return (list.pool as { txid: string; amount: bigint; fee: bigint }[]).map(
        ({ txid, amount, fee }) => ({ txid, amount, fee }),
      )
    }
    expect(await waiting(ours)).toEqual(await waiting(theirs))
    expect(await calls()).toEqual(before)

    await node.mine(1)
    await vi.waitFor(() => expect(ours.wallet.store.outputs.size).toBe(1), soon)
    expect(pool()).toEqual([])
    await theirs.call('refresh')
    expect((await ours.call('get_height')).height).toBe((await theirs.call('get_height')).height)
    expect((await ours.call('get_balance')).balance).toBe(
      (await theirs.call('get_balance')).balance,
    )
    const after = await calls()
    const poolCalls = Object.keys(after).filter((name) => /pool|get_?transactions/.test(name))
    for (const name of poolCalls) expect([name, after[name]]).toEqual([name, before[name]])
  })

  test('refreshes from time to time while the light node is away, and follows it again', async () => {
    ours.wallet.autoRefresh.start(1)
    const port = Number(new URL(light.url).port)
    await light.stop()
    await vi.waitFor(() => expect(ours.wallet.isLive).toBe(false), soon)
    light = await startLight(port)
    await vi.waitFor(() => expect(ours.wallet.isLive).toBe(true), soon)
    const { height } = await theirs.call('get_height')
    ours.wallet.autoRefresh.start(period)
    await node.mine(2)
    await vi.waitFor(() => expect(ours.wallet.chain.height).toBe(BigInt(height) + 2n), soon)
  })
})
