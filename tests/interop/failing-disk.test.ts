/**
 * Programs on a disk that fails: the kernel refuses every write that makes a file larger, until the limit is lifted.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { test } from '../support/programs/test.ts'
import { sqliteDriver } from '../../server/sqlite/connection.ts'
import { sqliteFiles } from '../../server/sqlite/wallet-files.ts'
import { minerAddress } from '../support/programs/monerod.ts'
import { startOurWalletRpc } from '../support/programs/nightjar.ts'
import type { Program } from '../support/programs/process.ts'
import { startRegtest } from '../support/programs/regtest-node.ts'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'
import { testService, testWallet } from '../support/wallets/test-wallet.ts'

/** Sets the soft limit for the size of files. @see setrlimit(2), RLIMIT_FSIZE */
const limitFiles = ({ pid }: Program, limit: 0 | 'unlimited') =>
  execFileSync('prlimit', ['--pid', `${pid}`, `--fsize=${limit}:`])

describe('a wallet service on a disk that fails', () => {
  test('says so, keeps what it has, and writes again when the disk works', async () => {
    const walletDir = temporaryFolder('failing-disk')
    const own = await testService({}, { files: sqliteFiles(walletDir, await sqliteDriver()) })
    await testWallet({ name: 'w', password: 'p' }, own)
    await own.close()
    const flags = ['--offline', '--no-dns']
    const start = () => startOurWalletRpc({ daemon: '127.0.0.1:1', walletDir, flags })
    const open = { filename: 'w', password: 'p' }
    const set = (value: string) => ['set_attribute', { key: 'colour', value }] as const
    const get = ['get_attribute', { key: 'colour' }] as const

    const service = await start()
    await service.call('open_wallet', open)
    await service.call(...set('red'))
    limitFiles(service.program, 0)
    await expect(service.call(...set('green'))).rejects.toThrow(
      /The wallet could not be stored: the disk of "w" /,
    )
    await expect(
      service.call('create_wallet', { filename: 'other', password: '', language: 'English' }),
    ).rejects.toThrow(/could not be stored: the disk of "other" /)
    limitFiles(service.program, 'unlimited')
    // The wallet was closed if its files could not even be read.
    await service.call('open_wallet', open)
    expect(await service.call(...get)).toEqual({ value: 'red' })
    await service.call(...set('blue'))
    await service.call('create_wallet', { filename: 'other', password: '', language: 'English' })
    await service.program.stop('SIGKILL')

    const next = await start()
    await next.call('open_wallet', open)
    expect(await next.call(...get)).toEqual({ value: 'blue' })
  })
})

describe('a node on a disk that fails', () => {
  test('says so, keeps its chain, and continues it when the disk works', async () => {
    const node = await startRegtest()
    expect(await node.mine(5)).toBe(6)
    const count = async () => Number((await node.call('get_block_count')).count)

    limitFiles(node.program, 0)
    const answer = await node.post('/json_rpc', {
      jsonrpc: '2.0',
      id: '0',
      method: 'generateblocks',
      params: { amount_of_blocks: 1, wallet_address: minerAddress },
    })
    expect(answer.status).toBe(500)
    expect(answer.text()).toContain('The node cannot write its storage, so nothing was changed')
    expect(node.program.output()).toContain(
      `the disk of ${join(node.dataDir, 'fake', 'chain.sqlite')} `,
    )
    expect(await count()).toBe(6)

    limitFiles(node.program, 'unlimited')
    expect(await node.mine(1)).toBe(7)
    await node.stop('SIGKILL')
    const next = await startRegtest({ dataDir: node.dataDir })
    expect(Number((await next.call('get_block_count')).count)).toBe(7)
  })
})
