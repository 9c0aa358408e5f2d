import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { MemoryFiles } from '../../../support/storage/memory-files.ts'
import { rescanScene } from '../../../support/wallets/rescan-scene.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

const name = 'savings'

async function closedWallet() {
  const service = await testService()
  const wallet = await testWallet({ name, password: 'pass' }, service)
  const address = wallet.primaryAddress
  await dispatch(service, 'close_wallet')
  return { service, address }
}

const refused = (why: string, data: string) => ({
  error: { code: -1, message: `Failed to open wallet : ${why}`, data },
})

describe('open_wallet', () => {
  test('opens a stored wallet', async () => {
    const { service, address } = await closedWallet()
    const params = { filename: name, password: 'pass' }
    expect(await dispatch(service, 'open_wallet', params)).toEqual({ result: {} })
    expect(service.wallet?.primaryAddress).toBe(address)
    expect(service.wallet?.info).toMatchObject({ kind: 'full', seedLanguage: 'English' })
  })

  test('closes the previous wallet', async () => {
    const { service } = await closedWallet()
    const other = await testWallet({ name: 'other' }, service)
    await dispatch(service, 'open_wallet', { filename: name, password: 'pass' })
    expect(other.secrets.viewSecret.every((byte) => byte === 0)).toBe(true)
    expect(await service.ports.files.open('other')).toHaveProperty('readAll')
  })

  test('reopens the open wallet', async () => {
    const { service } = await closedWallet()
    const params = { filename: name, password: 'pass' }
    await dispatch(service, 'open_wallet', params)
    expect(await dispatch(service, 'open_wallet', params)).toEqual({ result: {} })
    expect(await dispatch(service, 'open_wallet', { filename: name, password: 'x' })).toEqual(
      refused('Invalid password.', 'wrong password'),
    )
    expect(service.wallet?.name).toBe(name)
  })

  test('does not cancel a refresh that starts while the previous wallet closes', async () => {
    const { call, service } = await rescanScene({ wanted: { name, password: 'pass' } })
    await call('close_wallet')
    await testWallet({ name: 'other', network: 'fakechain' }, service)
    const { connect } = service.ports
    let openGate = () => {}
    const gate = new Promise<void>((resolve) => (openGate = resolve))
    let refreshed: Promise<unknown> | undefined
    service.ports.connect = (target) => {
      refreshed ??= call('refresh')
      const daemon = connect(target)
      const blocksArriving: typeof daemon.blocksArriving = async (params) => {
        await gate
        return daemon.blocksArriving(params)
      }
      return { ...daemon, blocksArriving }
    }
    expect(await call('open_wallet', { filename: name, password: 'pass' })).toEqual({ result: {} })
    openGate()
    expect(await refreshed).toMatchObject({ result: { blocks_fetched: 30n } })
  })

  test('error: a wrong password changes nothing', async () => {
    const { service } = await closedWallet()
    const other = await testWallet({ name: 'other' }, service)
    const before = new Map((service.ports.files as MemoryFiles).contents.get(name))
    const wrong = { filename: name, password: 'Pass' }
    expect(await dispatch(service, 'open_wallet', wrong)).toEqual(
      refused('Invalid password.', 'wrong password'),
    )
    expect(service.wallet).toBe(other)
    expect((service.ports.files as MemoryFiles).contents.get(name)).toEqual(before)
    // Its lock is free again.
    const right = { filename: name, password: 'pass' }
    expect(await dispatch(service, 'open_wallet', right)).toEqual({ result: {} })
  })

  test('error: the wallet does not exist', async () => {
    const { service } = await closedWallet()
    for (const filename of ['nothing', ''])
      expect(await dispatch(service, 'open_wallet', { filename })).toEqual(
        refused(`file not found "${filename}.keys"`, 'missing'),
      )
  })

  test('error: another program has the wallet open', async () => {
    const { service } = await closedWallet()
    await service.ports.files.open(name)
    expect(await dispatch(service, 'open_wallet', { filename: name })).toEqual(
      refused(`internal error: "${name}.keys" is opened by another wallet program`, 'in use'),
    )
  })

  test('error: the wallet is of another network', async () => {
    const files = new MemoryFiles()
    const stagenet = await testService({ network: 'stagenet' }, { files })
    await testWallet({ name, network: 'stagenet' }, stagenet)
    await stagenet.close()
    const mainnet = await testService({}, { files })
    expect(await dispatch(mainnet, 'open_wallet', { filename: name })).toMatchObject({
      error: {
        code: -1,
        message: 'Failed to open wallet : stagenet wallet cannot be opened as mainnet wallet',
      },
    })
    // Its lock is free again.
    expect(await dispatch(stagenet, 'open_wallet', { filename: name })).toEqual({ result: {} })
  })

  test('error: the records are altered', async () => {
    const { service } = await closedWallet()
    const stored = (service.ports.files as MemoryFiles).contents.get(name)!
    const data = [...stored].filter(([record]) => record.startsWith('data.'))
    for (const [, bytes] of data) bytes[30]! ^= 1
    const params = { filename: name, password: 'pass' }
    expect(await dispatch(service, 'open_wallet', params)).toEqual(
      refused(
        `records of the wallet were changed outside this program: ${data.length} cannot be decrypted, ` +
          'their list is missing. Restore the wallet from its seed, or call open_wallet with repair ' +
          'to accept what is left',
        'records changed',
      ),
    )
    const repaired = await dispatch(service, 'open_wallet', { ...params, repair: true })
    expect(repaired).toEqual({ result: {} })
  })

  test('error: the keys are altered', async () => {
    const { service } = await closedWallet()
    const stored = (service.ports.files as MemoryFiles).contents.get(name)!
    for (const [record, bytes] of stored)
      if (record.startsWith('keys.') && record !== 'keys.header') bytes[30]! ^= 1
    for (const repair of [false, true])
      expect(
        await dispatch(service, 'open_wallet', { filename: name, password: 'pass', repair }),
      ).toEqual(refused('the keys of the wallet are damaged', 'damaged'))
  })

  test('error: the files cannot be read', async () => {
    const { service } = await closedWallet()
    service.ports.files.open = () =>
      Promise.reject(Object.assign(new Error('EACCES: /home/me'), { code: 'EACCES' }))
    expect(await dispatch(service, 'open_wallet', { filename: name })).toEqual(
      refused(`file read error "${name}.keys": EACCES`, 'damaged'),
    )
  })

  test('error: the name is a path', async () => {
    const { service } = await closedWallet()
    for (const filename of ['../savings', '/savings', 'savings\0'])
      expect(await dispatch(service, 'open_wallet', { filename })).toEqual({
        error: { code: -1, message: 'Invalid filename' },
      })
  })
})
