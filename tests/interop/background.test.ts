/**
 * A wallet and the one beside it that scans for it, in one service on a real chain that is killed between.
 */
import { expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import { startMonerod, type Monerod } from '../support/programs/monerod.ts'
import { startOurWalletRpc, type OurWalletRpc } from '../support/programs/nightjar.ts'

const flags = ['--no-auto-refresh']

let monerod: Monerod
let service: OurWalletRpc

beforeAll(async () => {
  monerod = await startMonerod()
  service = await startOurWalletRpc({ daemon: monerod.address, flags })
})

const open = (filename: string, password: string) =>
  service.call('open_wallet', { filename, password })

/** Ends the program as it is, and starts the next one. */
async function kill() {
  const { walletDir, program } = service
  await program.stop('SIGKILL')
  service = await startOurWalletRpc({ daemon: monerod.address, flags, walletDir })
}

/** What it has, and all that came and went, without asking the chain. */
async function books() {
  const { balance, unlocked_balance } = await service.call('get_balance')
  const { height } = await service.call('get_height')
  const all = { in: true, out: true, pending: true, failed: true, pool: true }
  const transfers = await service.call('get_transfers', all)
  return { balance, unlocked_balance, height, transfers }
}

test('what the background wallet scanned is in the wallet, and can be spent', async () => {
  await service.call('create_wallet', { filename: 'w', password: 'p', language: 'English' })
  const { address } = await service.call('get_address')
  await monerod.mine(2, address)
  await service.call('setup_background_sync', {
    background_sync_type: 'custom-background-password',
    wallet_password: 'p',
    background_cache_password: 'b',
  })

  await service.call('close_wallet')
  await monerod.mine(1, address)
  const height = BigInt(await monerod.mine(90))
  await open('w.background', 'b')
  await service.call('refresh')
  await expect(service.call('transfer', { destinations: [] })).rejects.toThrow(
    'This command is disabled for background wallets.',
  )
  await kill()

  await open('w', 'p')
  const { transfers, ...held } = await books()
  expect(transfers.in).toHaveLength(3)
  expect(held).toMatchObject({ height, unlocked_balance: held.balance })
  await service.call('refresh')
  expect(await books()).toEqual({ transfers, ...held })
  const destinations = [{ address, amount: 1_000_000_000_000n }]
  const { tx_hash } = await service.call('transfer', { destinations })
  await service.call('close_wallet')

  // It sees the payment in a block, of outputs whose key images it was told.
  await monerod.mine(12)
  await open('w.background', 'b')
  await service.call('refresh')
  const seen = await service.call('get_transfers', { out: true })
  expect(seen.out).toMatchObject([{ txid: tx_hash }])
  expect(seen.out[0]).not.toHaveProperty('destinations')
  await kill()

  await open('w', 'p')
  const after = await books()
  expect(after.transfers).not.toHaveProperty('pending')
  expect(after.transfers.out).toMatchObject([{ txid: tx_hash, destinations }])
  expect(after.balance).toBe(held.balance - after.transfers.out[0].fee)
  await service.call('refresh')
  expect(await books()).toEqual(after)
})
