import { describe, expect, test } from 'vitest'
import type { Daemon } from '../../../worker/engine/base/ports.ts'
import type { HostEvent } from '../../../worker/hosts/host.ts'
import { StorageFailure } from '../../../protocol/storage-failure.ts'
import { walletClient } from '../../../web/client.ts'
import { pageHost } from '../../../worker/hosts/page-host.ts'
import { MemoryFiles } from '../../support/storage/memory-files.ts'
import { pageClient } from '../../support/wallets/page-client.ts'
import { testService, testWallet, unreachable } from '../../support/wallets/test-wallet.ts'

const daemon = { address: '', trusted: false }

describe('page host', () => {
  test('returns the wallets and the open one', async () => {
    const service = await testService({ network: undefined })
    const page = pageClient(service)
    expect(await page.get_state({})).toMatchObject({
      wallets: [],
      open: undefined,
      network: undefined,
    })
    await page.create_wallet({ filename: 'mine', language: 'English' })
    expect(await page.get_state({})).toMatchObject({
      wallets: ['mine'],
      open: 'mine',
      network: 'mainnet',
      view_only: false,
      crypto: service.ports.crypto.kind,
      scan_kernel: service.ports.crypto.scanKernel,
    })
    await page.close_wallet({})
    expect(await page.get_state({})).toMatchObject({ wallets: ['mine'], open: undefined })
  })

  test('reports that a background wallet has no spend key', async () => {
    const service = await testService()
    const page = pageClient(service)
    await testWallet({ name: 'mine', password: 'p' }, service)
    const passwords = { wallet_password: 'p', background_cache_password: 'b' }
    const background_sync_type = 'custom-background-password'
    await page.setup_background_sync({ background_sync_type, ...passwords })
    const wallets = ['mine', 'mine.background']
    expect(await page.get_state({})).toMatchObject({ wallets, open: 'mine', view_only: false })
    await page.close_wallet({})
    await page.open_wallet({ filename: 'mine.background', password: 'b' })
    expect(await page.get_state({})).toMatchObject({
      wallets,
      open: 'mine.background',
      view_only: true,
    })
  })

  test('scans with the given number of threads, from the next refresh on', async () => {
    const scanThreads = { count: 4, start: () => ({ post() {}, listen() {} }) }
    const page = pageClient(await testService({}, { scanThreads }))
    const counts = []
    for (const count of [1, 3, 9, 0, undefined]) {
      await page.set_scan_threads({ count })
      counts.push((await page.get_state({})).scan_threads)
    }
    expect(counts).toEqual([1, 3, 8, 1, 4])
    for (const count of [-1, NaN])
      await expect(page.set_scan_threads({ count })).rejects.toMatchObject({ code: -32602 })
  })

  test('requests the newest blocks whole unless it is told not to', async () => {
    const service = await testService()
    const page = pageClient(service)
    const states = [service.wholeBlocks]
    for (const enabled of [false, true]) {
      await page.set_whole_blocks({ enabled })
      states.push(service.wholeBlocks)
    }
    expect(states).toEqual([true, false, true])
  })

  test('reads the scan feed unless the setting is off', async () => {
    const service = await testService()
    const page = pageClient(service)
    const states = [[service.scanFeed, service.feedKind]]
    const choices = [{ enabled: false }, { enabled: true }, { enabled: true, scan_rows: true }]
    for (const choice of choices) {
      await page.set_scan_feed(choice)
      states.push([service.scanFeed, service.feedKind])
    }
    expect(states).toEqual([
      [true, 'complete'],
      [false, 'complete'],
      [true, 'complete'],
      [true, 'scan'],
    ])
    await expect(page.set_scan_feed({} as { enabled: boolean })).rejects.toMatchObject({
      code: -32602,
    })
  })

  test('sets the second server whose scan feed is compared', async () => {
    const service = await testService()
    const page = pageClient(service)
    const states = [service.comparedFeed]
    for (const address of ['https://Second.example/', '']) {
      await page.set_compared_feed({ address })
      states.push(service.comparedFeed)
    }
    expect(states).toEqual(['', 'https://second.example', ''])
    await expect(
      page.set_compared_feed({ address: 'http://second.example' }),
    ).rejects.toMatchObject({
      message: 'address: expected the URL of a server with a scan feed',
    })
  })

  test('switches checks of proofs of work on and off', async () => {
    const workHasher = { isOn: false, hash: async () => [] }
    const page = pageClient(await testService({}, { workHasher }))
    const states = [(await page.get_state({})).checks_work]
    for (const on of [true, false]) {
      await page.set_work_check({ on })
      states.push((await page.get_state({})).checks_work)
    }
    expect(states).toEqual([false, true, false])
    const without = pageClient(await testService())
    await without.set_work_check({ on: true })
    expect((await without.get_state({})).checks_work).toBeUndefined()
  })

  test('forwards the events of the open wallet', async () => {
    const service = await testService()
    const host = pageHost(service)
    const page = walletClient(host.call)
    const events: HostEvent[] = []
    await host.subscribe((event) => events.push(event))
    const wallet = await testWallet({ name: 'mine' }, service)
    const warning = { problem: 'vanished', txid: 'ee', amount: 3n } as const
    wallet.events.emit('progress', {
      height: 5n,
      target: 5n,
      topTime: 1_700_000_000,
      transactionsPerSecond: 30,
      downloadedBytes: 4096,
      checking: true,
    })
    wallet.events.emit('warning', warning)
    wallet.events.emit('comparison', { agreedHeight: 5n, uncompared: [] })
    wallet.events.emit('changed', { what: 'balance' })
    wallet.events.emit('sent', { txid: 'ff' })
    wallet.events.emit('connection', { online: true })
    await page.close_wallet({})
    wallet.events.emit('changed', { what: 'height' })
    expect(events).toEqual([
      { kind: 'wallet', open: 'mine' },
      {
        kind: 'progress',
        height: 5n,
        target: 5n,
        topTime: 1_700_000_000,
        remainingSeconds: 0,
        transactionsPerSecond: 30,
        downloadedBytes: 4096,
        checking: true,
      },
      { kind: 'changed', what: 'balance' },
      { kind: 'comparison', agreedHeight: 5n, uncompared: [] },
      { kind: 'changed', what: 'balance' },
      { kind: 'connection', online: true },
      { kind: 'wallet', open: undefined },
    ])
  })

  test('closes a wallet whose storage is gone, and says why', async () => {
    const files = new MemoryFiles()
    const service = await testService({}, { files })
    await testWallet({ name: 'mine', password: 'p' }, service)
    const events: HostEvent[] = []
    await pageHost(service).subscribe((event) => void events.push(event))
    files.lose(new StorageFailure('The browser closed the storage.'))
    await expect.poll(() => service.wallet).toBeUndefined()
    await expect
      .poll(() => events)
      .toEqual([{ kind: 'wallet', open: undefined, lost: 'The browser closed the storage.' }])
    await service.open('mine', 'p')
  })

  test('creates wallets of the network that the daemon reports', async () => {
    const connect = (): Daemon => {
      const away = unreachable()
      const get_info = async () => ({ nettype: 'stagenet' }) as never
      return { ...away, rpc: { ...away.rpc, get_info } }
    }
    const service = await testService({ network: undefined, daemon }, { connect })
    const page = pageClient(service)
    expect((await page.get_state({})).network).toBe('stagenet')
    await page.create_wallet({ filename: 'mine', language: 'English' })
    expect(service.wallet?.primaryAddress).toMatch(/^5/)
  })

  test('returns a height for a date without a daemon connection', async () => {
    const page = pageClient(await testService({ network: undefined, daemon }))
    expect(await page.estimate_height({ seconds: 1_458_748_658n })).toEqual({ height: 1_002_699n })
  })

  test('describes every method', async () => {
    const { document } = await pageClient(await testService()).get_document({})
    expect(document.methods.map(({ name }) => name)).toContain('create_wallet')
  })

  test('error: a failed review, and an unknown review', async () => {
    const page = pageClient(await testService())
    await expect(page.review_transfer({})).rejects.toMatchObject({ code: -13 })
    await expect(page.send_reviewed({ id: 'unknown' })).rejects.toMatchObject({
      code: -1,
      message: 'id: expected a payment under review. It was sent or discarded; create it again.',
    })
    expect(await page.discard_reviewed({ id: 'unknown' })).toEqual({})
  })
})
