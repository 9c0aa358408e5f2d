import { expect, test } from 'vitest'
import { connectDaemon } from '../../worker/adapters/daemon.ts'
import { benchKeys } from './chain/form.ts'
import { readChain } from './chain/feed.ts'
import { makeChain } from './chain/make.ts'
import { chainNode } from './chain/node.ts'
import { startServer } from './server.ts'
import { testCrypto } from '../support/wasm/crypto.ts'
import { testService, testWallet } from '../support/wallets/test-wallet.ts'

// With more blocks than one response contains.
const form = { blocks: 1100, transactions: 1, oursEvery: 40 }

test('a generated chain pays the stated amounts, and generating it again gives the same chain', async () => {
  const chain = await makeChain(form)
  expect(chain.ids).toHaveLength(form.blocks + 1)
  expect(chain.balance).toBeGreaterThan(0n)
  expect((await makeChain(form)).ids).toEqual(chain.ids)

  const server = await startServer(chainNode(chain))
  const service = await testService(
    {
      daemon: { address: server.address, trusted: true },
      lookahead: { accounts: 1, addresses: 60 },
    },
    { connect: connectDaemon },
  )
  const secrets = await benchKeys(await testCrypto())
  const wallet = await testWallet({ secrets }, service)
  await wallet.sync.refresh()
  expect(wallet.chain.height).toBe(BigInt(chain.ids.length))
  const unspent = [...wallet.store.outputs.values()].filter(({ spent }) => !spent)
  expect(unspent.reduce((sum, { amount }) => sum + amount, 0n)).toBe(chain.balance)
  expect(wallet.store.outputs.size).toBeGreaterThan(unspent.length)
  expect(server.answered()).toBeGreaterThan(0)
  await service.close()
  await server.close()
})

test('a chain with fewer blocks differs', async () => {
  const [one, other] = await Promise.all([
    makeChain({ blocks: 2, transactions: 2, oursEvery: 2 }),
    makeChain({ blocks: 3, transactions: 2, oursEvery: 2 }),
  ])
  expect(one.ids[1]).not.toBe(other.ids[1])
})

test('its scan feed has every block, also where the last answer has one block', async () => {
  // An answer has at most 1000 blocks. With the genesis block the chain has 1001.
  const chain = await makeChain({ blocks: 1000, transactions: 1, oursEvery: 40 })
  expect((await readChain(chain)).blocks).toHaveLength(1001)
})
