/**
 * Work of the wallet service: two wallets that pay each other on monerod's chain, through the proxy.
 *
 * @module
 */
import { request } from 'node:http'
import { once } from 'node:events'
import { jsonRpc } from '../support/network/http-client.ts'
import type { Monerod, Result } from '../support/programs/monerod.ts'
import type { OurWalletRpc } from '../support/programs/nightjar.ts'
import { unlessRefused, type Work } from './work.ts'

/** A wallet grows with its history, so new ones take over. */
const roundsEach = 20
/** Blocks until an output can be spent, and one more. */
const unlockBlocks = 11
const payment = 50_000_000_000n

type Wallet = {
  call: (method: string, params?: object) => Promise<Result>
  name: string
  address: string
}

type Pair = [Wallet, Wallet]

export async function serviceWork(
  node: Monerod,
  service: OurWalletRpc,
  below: (bound: number) => number,
): Promise<Work> {
  const create = async (name: string): Promise<Wallet> => {
    const url = `${service.url}/wallets/${name}/json_rpc`
    const call = (method: string, params: object = {}) => jsonRpc(url, method, params)
    await call('create_wallet', { password: 'p', language: 'English' })
    return { name, call, address: (await call('get_address')).address }
  }
  const createPair = async (index: number): Promise<Pair> => [
    await create(`one-${index}`),
    await create(`two-${index}`),
  ]
  const refreshAll = (wallets: readonly Wallet[]) =>
    Promise.all(wallets.map(({ call }) => call('refresh')))

  for (const filename of ['red', 'blue'])
    await service.call('create_wallet', { filename, password: 'p', language: 'English' })
  let pair = await createPair(0)
  for (const { address } of pair) await node.mine(20, address)
  await node.mine(80)
  await refreshAll(pair)

  /** The pair that takes over has all the money, in outputs that suffice for several payments at once. */
  const takeOver = async (index: number) => {
    const next = await createPair(index)
    await node.mine(unlockBlocks)
    await refreshAll(pair)
    for (const [at, { call }] of pair.entries())
      await unlessRefused(call('sweep_all', { address: next[at]!.address, outputs: 8 }))
    await node.mine(unlockBlocks)
    await refreshAll([...pair, ...next])
    for (const { call } of pair) await call('close_wallet')
    pair = next
  }

  const round = async (index: number) => {
    if (index > 0 && index % roundsEach === 0) await takeOver(index)
    const [one, two] = pair
    const events = await listen(`${service.url}/wallets/${one.name}/events`)
    await pay(one, two)
    await two.call('refresh')
    await two.call('get_transfers', { in: true, pool: true })
    await node.mine(2)
    await refreshAll(pair)
    await pay(two, one)
    await read(one)
    const chosen = pair[below(2)]!
    if (index % 3 === 1) await reopen(chosen)
    if (index % 5 === 2) await changePassword(chosen)
    if (index % 7 === 3) await reorganise(node, pair)
    await service.call('open_wallet', { filename: ['red', 'blue'][index % 2], password: 'p' })
    events.stop()
  }
  return { name: 'wallet service', pauseMs: 3_000, round }
}

const pay = (from: Wallet, to: Wallet) =>
  unlessRefused(
    from.call('transfer', {
      destinations: [to, to].map(({ address }) => ({ address, amount: payment })),
      get_tx_key: true,
    }),
  )

async function read({ call }: Wallet) {
  await call('get_balance', { all_accounts: true })
  await call('get_transfers', { in: true, out: true, pending: true, failed: true, pool: true })
  await call('incoming_transfers', { transfer_type: 'available' })
  await call('create_address', { account_index: 0 })
  await call('export_key_images', { all: true })
}

/** Closes a wallet and opens it; a wrong password is refused. */
async function reopen({ call }: Wallet) {
  await call('close_wallet')
  const opened = await unlessRefused(call('open_wallet', { password: 'wrong' }))
  if (opened !== undefined) throw new Error('a wrong password opened a wallet')
  await call('open_wallet', { password: 'p' })
}

async function changePassword({ call }: Wallet) {
  await call('change_wallet_password', { old_password: 'p', new_password: 'q' })
  await call('change_wallet_password', { old_password: 'q', new_password: 'p' })
}

/** Two blocks are replaced by three, while the wallets know them. */
async function reorganise(node: Monerod, pair: Pair) {
  await node.get('/pop_blocks', { nblocks: 2 })
  await node.mine(3)
  for (const { call } of pair) await call('refresh')
}

/** Reads the events of a wallet. */
async function listen(url: string) {
  const sent = request(url).on('error', () => undefined)
  sent.end()
  const [response] = await once(sent, 'response')
  response.on('error', () => undefined).resume()
  return { stop: () => void sent.destroy() }
}
