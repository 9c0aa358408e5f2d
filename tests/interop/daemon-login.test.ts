/** A wallet whose daemon requires a login. */
import { expect } from 'vitest'
import { daemonConnection } from '../../server/outgoing/wallet-daemon.ts'
import { seedKeys } from '../../worker/engine/keys/new-keys.ts'
import { dispatch } from '../../worker/rpc/dispatch.ts'
import { startMonerod, type Result } from '../support/programs/monerod.ts'
import { beforeAll, test } from '../support/programs/test.ts'
import { testService, testWallet } from '../support/wallets/test-wallet.ts'
import { atFileEnd } from '../support/programs/file-end.ts'

const login = { username: 'user', password: 'pass"word' }
const blocks = 90n

/** Calls the wallet; throws its errors. */
let call: (method: string, params: object) => Promise<Result>
/** Mines until a block has the transaction: monerod may leave one out that it has just received. Returns the height. */
let mineWith: (txid: string) => Promise<bigint>

beforeAll(async () => {
  const flags = ['--rpc-login', `${login.username}:${login.password}`]
  const { address } = await startMonerod({ flags })
  const daemon = { address, trusted: true, ...login }
  const connect = daemonConnection(undefined, () => {})
  const service = await testService({ network: 'fakechain', daemon }, { connect })
  atFileEnd(() => service.close())
  const keys = seedKeys(service.ports.crypto, new Uint8Array(32).fill(9), 'English')
  const wallet = await testWallet({ ...keys, network: 'fakechain' }, service)
  call = async (method, params) => {
    const outcome = await dispatch(service, method, params)
    if ('error' in outcome) throw new Error(`${method}: ${outcome.error.message}`)
    return outcome.result
  }
  const miner = connect(daemon)
  atFileEnd(() => miner.close())
  const mine = (amount_of_blocks: bigint) =>
    miner.rpc.generateblocks({ amount_of_blocks, wallet_address: wallet.primaryAddress })
  mineWith = async (txid) => {
    for (let tries = 0; tries < 5; tries++) {
      const { height } = await mine(1n)
      const { tx_hashes = [] } = await miner.rpc.get_block({ height })
      if (tx_hashes.includes(txid)) return height
    }
    throw new Error(`no block has transaction ${txid}`)
  }
  await mine(blocks)
})

test('scans the chain and pays', async () => {
  expect(await call('refresh', {})).toMatchObject({ blocks_fetched: blocks, received_money: true })
  const { address } = await call('get_address', { account_index: 0 })
  const { tx_hash } = await call('transfer', { destinations: [{ address, amount: 10n ** 12n }] })
  const height = await mineWith(tx_hash)
  await call('refresh', {})
  expect(await call('get_transfer_by_txid', { txid: tx_hash })).toMatchObject({
    transfer: { height },
  })
})
