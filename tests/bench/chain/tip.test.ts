import { expect, test } from 'vitest'
import { connectDaemon } from '../../../worker/adapters/daemon.ts'
import { testService, testWallet } from '../../support/wallets/test-wallet.ts'
import { startServer } from '../server.ts'
import { makeTip, tipNode } from './tip.ts'

const form = { blocks: 5, transactions: 3 }

test.each([
  [true, ['/getblocks_by_height.bin', '/getblocks.bin']],
  [false, ['/getblocks.bin']],
])('a wallet reads all blocks; whole blocks: %s', async (wholeBlocks, paths) => {
  const asked = new Set<string>()
  const node = tipNode(await makeTip(form))
  const server = await startServer(async (path, body) => {
    if (path.includes('blocks')) asked.add(path)
    return node.answer(path, body)
  })
  const service = await testService(
    { daemon: { address: server.address, trusted: true }, wholeBlocks },
    { connect: connectDaemon },
  )
  const wallet = await testWallet({}, service)
  await wallet.sync.refresh()
  expect(wallet.chain.height).toBe(6n)
  const opened = server.answered()
  node.grow()
  await wallet.sync.refresh()
  expect(wallet.chain.height).toBe(11n)
  expect([...asked].sort().reverse()).toEqual(paths)
  const proofs = 2_000 * form.blocks * form.transactions
  expect(server.answered() - opened > proofs * 0.9).toBe(wholeBlocks)
  await service.close()
  await server.close()
})
