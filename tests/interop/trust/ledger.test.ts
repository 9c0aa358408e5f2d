/** What a real chain can do to a wallet without breaking a rule: the wallet warns of it. */
import { expect } from 'vitest'
import type { Crypto } from '#wasm/types.ts'
import { minerAddress, startMonerod, type Monerod } from '../../support/programs/monerod.ts'
import { beforeAll, test } from '../../support/programs/test.ts'
import { startPayer } from '../../support/spending/in-process-payer.ts'
import { startDeceivedWallet } from '../../support/trust/deceived-wallet.ts'
import { restoreOurs } from '../../support/wallet-comparison/restore-both.ts'
import { testCrypto } from '../../support/wasm/crypto.ts'

const xmr = 1_000_000_000_000n
let node: Monerod

beforeAll(async () => {
  node = await startMonerod()
  await node.mine(80)
})

/** All transactions of its wallet have the same key. */
function repeating(crypto: Crypto): Crypto {
  const secret = crypto.randomScalar()
  return new Proxy(crypto, {
    get: (target, name) =>
      name === 'randomScalar' ? () => secret.slice() : (Reflect.get(target, name) as unknown),
  })
}

test('an output with the key of a known one causes a warning, and counts once', async () => {
  const payer = await startPayer(node.address, { crypto: repeating(await testCrypto()) })
  await node.mine(6, payer.address)
  await node.mine(70)
  const deceived = await startDeceivedWallet(node)
  await deceived.call('refresh')
  // Each has two outputs, one of which pays the wallet: of three, two have it in the same place.
  const address = deceived.wallet.primaryAddress
  for (let at = 0; at < 3; at++) await payer.pay([[address, xmr]])
  await node.mine(1)
  await deceived.call('refresh')

  const { outputs } = deceived.wallet.store
  expect(outputs.size).toBeLessThan(3)
  expect(deceived.warnings).toHaveLength(3 - outputs.size)
  for (const warning of deceived.warnings)
    expect(warning).toMatchObject({ name: 'warning', problem: 'same-key', amount: xmr })
  // Only one output of each key can be spent.
  expect(await deceived.call('get_balance')).toMatchObject({ balance: BigInt(outputs.size) * xmr })
})

test('a foreign transaction that spends an output of the wallet causes one warning', async () => {
  const deceived = await startDeceivedWallet(node)
  const twin = await restoreOurs(node.address)
  await node.mine(1, deceived.wallet.primaryAddress)
  await node.mine(62)
  await deceived.call('refresh')
  await twin.call('refresh')
  deceived.warnings.length = 0

  const destinations = [{ address: minerAddress, amount: xmr }]
  const { tx_hash: txid } = await twin.call('transfer', { destinations })
  await deceived.call('refresh')
  const warning = { name: 'warning', problem: 'foreign-spend', txid }
  expect(deceived.warnings).toMatchObject([warning])
  await node.mine(1)
  await deceived.call('refresh')
  await twin.call('refresh')
  expect(deceived.warnings).toHaveLength(1)
  expect(await deceived.call('get_balance')).toMatchObject({
    balance: (await twin.call('get_balance')).balance,
  })
})
