import { describe, expect, test } from 'vitest'
import type { Daemon } from '../../../worker/engine/base/ports.ts'
import type { HostEvent } from '../../../worker/hosts/host.ts'
import { pageHost } from '../../../worker/hosts/page-host.ts'
import { testService, testWallet, unreachable } from '../../support/wallets/test-wallet.ts'

const daemon = { address: '', trusted: false }

describe('page host', () => {
  test('tells which wallets there are and which is open', async () => {
    const service = await testService({ network: undefined })
    const host = pageHost(service)
    expect(await host.state()).toMatchObject({ wallets: [], open: undefined, network: undefined })
    await host.call('create_wallet', { filename: 'mine', language: 'English' })
    expect(await host.state()).toMatchObject({
      wallets: ['mine'],
      open: 'mine',
      network: 'mainnet',
      viewOnly: false,
      crypto: service.ports.crypto.kind,
      scanKernel: service.ports.crypto.scanKernel,
    })
    await host.call('close_wallet', {})
    expect(await host.state()).toMatchObject({ wallets: ['mine'], open: undefined })
  })

  test('tells of a wallet beside another that it has no spend key', async () => {
    const service = await testService()
    const host = pageHost(service)
    await testWallet({ name: 'mine', password: 'p' }, service)
    const passwords = { wallet_password: 'p', background_cache_password: 'b' }
    const background_sync_type = 'custom-background-password'
    await host.call('setup_background_sync', { background_sync_type, ...passwords })
    const wallets = ['mine', 'mine.background']
    expect(await host.state()).toMatchObject({ wallets, open: 'mine', viewOnly: false })
    await host.call('close_wallet', {})
    await host.call('open_wallet', { filename: 'mine.background', password: 'b' })
    expect(await host.state()).toMatchObject({ wallets, open: 'mine.background', viewOnly: true })
  })

  test('scans with as many threads as it is told, from the next refresh on', async () => {
    const scanThreads = { count: 4, start: () => ({ post() {}, listen() {} }) }
    const host = pageHost(await testService({}, { scanThreads }))
    const counts = []
    for (const count of [1, 3, 9, 0, -1, NaN, undefined]) {
      host.scanWith(count)
      counts.push((await host.state()).scanThreads)
    }
    expect(counts).toEqual([1, 3, 8, 1, 1, 1, 4])
  })

  test('passes the events of the open wallet on', async () => {
    const service = await testService()
    const host = pageHost(service)
    const events: HostEvent[] = []
    host.subscribe((event) => events.push(event))
    const wallet = await testWallet({ name: 'mine' }, service)
    wallet.events.emit('progress', { height: 5n, target: 5n, transactionsPerSecond: 30 })
    wallet.events.emit('changed', { what: 'balance' })
    wallet.events.emit('sent', { txid: 'ff' })
    wallet.events.emit('connection', { online: true })
    await host.call('close_wallet', {})
    wallet.events.emit('changed', { what: 'height' })
    expect(events).toEqual([
      { kind: 'wallet', open: 'mine' },
      {
        kind: 'progress',
        height: 5n,
        target: 5n,
        remainingSeconds: 0,
        transactionsPerSecond: 30,
      },
      { kind: 'changed', what: 'balance' },
      { kind: 'connection', online: true },
      { kind: 'wallet', open: undefined },
    ])
  })

  test('new wallets are of the network that the daemon names', async () => {
    const connect = (): Daemon => {
      const away = unreachable()
      const get_info = async () => ({ nettype: 'stagenet' }) as never
      return { ...away, json: { ...away.json, get_info } }
    }
    const service = await testService({ network: undefined, daemon }, { connect })
    const host = pageHost(service)
    expect((await host.state()).network).toBe('stagenet')
    await host.call('create_wallet', { filename: 'mine', language: 'English' })
    expect(service.wallet?.primaryAddress).toMatch(/^5/)
  })

  test('estimates a height for a date where the daemon is away', async () => {
    const host = pageHost(await testService({ network: undefined, daemon }))
    expect(await host.heightAt(1_458_748_658n)).toBe(988_227n)
  })

  test('describes every method', async () => {
    const document = pageHost(await testService()).document() as { methods: { name: string }[] }
    expect(document.methods.map(({ name }) => name)).toContain('create_wallet')
  })

  test('error: a review that fails, one that is unknown', async () => {
    const host = pageHost(await testService())
    expect(await host.review('transfer_split', {})).toHaveProperty('error')
    expect(await host.send('unknown')).toEqual({
      error: { code: -1, message: 'This payment is not waiting any more' },
    })
    host.discard('unknown')
  })
})
