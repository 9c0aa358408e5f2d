/**
 * Two wallets with different money before one real monerod: apart from payments, both send the same bytes.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import {
  startTamperingProxy,
  unchanged,
  type Tamper,
  type TamperingProxy,
} from '../support/network/tampering-proxy.ts'
import { minerAddress, type Monerod } from '../support/programs/monerod.ts'
import { startMinerWallet, startMonerod, type WalletRpc } from '../support/programs/monerod.ts'
import { startOurWalletRpc, type OurWalletRpc } from '../support/programs/nightjar.ts'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'

const xmr = 1_000_000_000_000n
const payment = { destinations: [{ address: minerAddress, amount: xmr }] }

/** A wallet service behind a proxy that records its requests. */
class RecordedWallet {
  readonly #walletDir = temporaryFolder('recorded')
  readonly proxy: TamperingProxy
  #service!: OurWalletRpc

  constructor(proxy: TamperingProxy) {
    this.proxy = proxy
  }

  async start() {
    this.#service = await startOurWalletRpc({
      daemon: this.proxy.address,
      walletDir: this.#walletDir,
    })
  }

  call(method: string, params: object = {}) {
    return this.#service.call(method, params)
  }

  async open() {
    await this.call('open_wallet', { filename: 'w', password: 'p' })
    await this.call('auto_refresh', { enable: false })
  }

  async restart() {
    await this.#service.program.stop()
    await this.start()
    await this.open()
  }

  /** Runs a payment, whose requests do not count. */
  async apart<T>(work: () => Promise<T>): Promise<T> {
    const before = [...this.proxy.received]
    const result = await work()
    this.proxy.received = before
    return result
  }
}

let node: Monerod
let payer: WalletRpc
let rich: RecordedWallet
let empty: RecordedWallet

/** Both wallets do the same, one after the other. */
async function both(work: (wallet: RecordedWallet) => Promise<unknown>) {
  for (const wallet of [rich, empty]) await work(wallet)
}
const refreshBoth = () => both((wallet) => wallet.call('refresh'))

/** Compares what both sent since the last comparison. */
function expectSameRequests() {
  const [ours, theirs] = [rich, empty].map(({ proxy }) => proxy.received.splice(0))
  expect(ours!.length).toBeGreaterThan(0)
  expect(ours).toEqual(theirs)
}

async function payRich() {
  const { address } = await rich.call('get_address')
  await payer.call('refresh')
  await payer.call('transfer', { destinations: [{ address, amount: 2n * xmr }] })
}

beforeAll(async () => {
  node = await startMonerod()
  payer = await startMinerWallet(node.address)
  await node.mine(90)
  const proxies = [await startTamperingProxy(node.url), await startTamperingProxy(node.url)]
  ;[rich, empty] = proxies.map((proxy) => new RecordedWallet(proxy)) as [
    RecordedWallet,
    RecordedWallet,
  ]
  await both((wallet) => wallet.start())
})

describe('the wallets send the same requests', () => {
  test('when they are created', async () => {
    await both(async (wallet) => {
      await wallet.call('create_wallet', { filename: 'w', password: 'p', language: 'English' })
      await wallet.call('auto_refresh', { enable: false })
      await wallet.call('refresh')
    })
    expectSameRequests()
  })

  test('when one receives payments, in the pool and in blocks', async () => {
    const { address } = await rich.call('get_address')
    await payRich()
    await refreshBoth()
    await node.mine(2, address)
    await refreshBoth()
    await node.mine(70)
    await refreshBoth()
    expectSameRequests()
    expect(await rich.call('get_balance')).not.toMatchObject({ unlocked_balance: 0n })
    expect(await empty.call('get_balance')).toMatchObject({ balance: 0n })
  })

  test('after one of them pays', async () => {
    await rich.apart(() => rich.call('transfer', payment))
    await refreshBoth()
    await node.mine(1)
    await refreshBoth()
    expectSameRequests()
  })

  test('after a payment is refused, and paid again', async () => {
    const refusing: Tamper = async (path, forward) =>
      path.endsWith('raw_transaction') || path.endsWith('rawtransaction')
        ? { bytes: new TextEncoder().encode('{"status":"Failed","invalid_input":true}') }
        : { bytes: await forward() }
    rich.proxy.tamper = refusing
    await rich.apart(() => expect(rich.call('transfer', payment)).rejects.toThrow())
    rich.proxy.tamper = unchanged
    await refreshBoth()
    await rich.apart(() => rich.call('transfer', payment))
    await refreshBoth()
    expectSameRequests()
  })

  test('while a payment is pending: after closing, and after a restart', async () => {
    await both(async (wallet) => {
      await wallet.call('close_wallet')
      await wallet.open()
      await wallet.call('refresh')
      await wallet.restart()
      await wallet.call('refresh')
    })
    expectSameRequests()
  })

  test('after the payment is mined, and in a rescan', async () => {
    await node.mine(12)
    await refreshBoth()
    await both((wallet) => wallet.call('rescan_blockchain'))
    await refreshBoth()
    expectSameRequests()
  })

  test('when they are restored from their seeds', async () => {
    await both(async (wallet) => {
      const { key: seed } = await wallet.call('query_key', { key_type: 'mnemonic' })
      const restored = { filename: 'r', password: 'p', seed, restore_height: 77n }
      await wallet.call('restore_deterministic_wallet', restored)
      await wallet.call('auto_refresh', { enable: false })
      await wallet.call('refresh')
    })
    expectSameRequests()
    expect(await rich.call('get_balance')).not.toMatchObject({ balance: 0n })
  })
})
