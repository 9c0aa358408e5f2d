import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../worker/rpc/dispatch.ts'
import { testPorts, testService, testWallet } from '../../support/wallets/test-wallet.ts'

const denied = { error: { code: -7, message: 'Command unavailable in restricted mode.' } }
const notOpen = { error: { code: -13, message: 'No wallet file' } }

async function opened(background?: 'wallet' | 'syncing') {
  const service = await testService()
  const wallet = await testWallet({}, service)
  Object.defineProperty(wallet, 'background', { value: background })
  return service
}

describe('dispatch', () => {
  test('returns a result', async () => {
    expect(await dispatch(await testService(), 'get_version')).toEqual({
      result: { version: 65539, release: true },
    })
  })

  test.each([undefined, null, {}, ''])('accepts %j as no params', async (params) => {
    expect(await dispatch(await testService(), 'get_version', params)).toHaveProperty('result')
  })

  test('ignores unknown params', async () => {
    const params = { colour: 'blue' }
    expect(await dispatch(await testService(), 'get_version', params)).toHaveProperty('result')
  })

  test.each(['no_such_method', '', 'constructor', 'GET_VERSION', 'toString'])(
    'error: no method %j',
    async (name) => {
      expect(await dispatch(await testService(), name)).toEqual({
        error: { code: -32601, message: 'Method not found' },
      })
    },
  )

  test.each([{ filename: 5 }, [1], 'text', 7])('error: wrong params %j', async (params) => {
    const outcome = await dispatch(await testService(), 'open_wallet', params)
    expect(outcome).toMatchObject({ error: { code: -32602, message: 'Invalid params' } })
  })

  test('error: the message names the field of a wrong value, and not its text', async () => {
    const wrong = { filename: ['velvet lymph giddy'] }
    expect(await dispatch(await testService(), 'restore_deterministic_wallet', wrong)).toEqual({
      error: {
        code: -32602,
        message: 'Invalid params',
        data: 'filename: expected text, got array of 1',
      },
    })
  })

  test('error: in restricted mode a method is denied before the check for an open wallet', async () => {
    const service = await testService({ restricted: true })
    for (const name of ['query_key', 'change_wallet_password', 'store', 'close_wallet'])
      expect(await dispatch(service, name), name).toEqual(denied)
  })

  test('error: no wallet is open', async () => {
    const service = await testService()
    for (const name of ['query_key', 'change_wallet_password', 'store', 'get_tx_notes'])
      expect(await dispatch(service, name), name).toEqual(notOpen)
  })

  test('error: restricted mode is checked before the background refusal', async () => {
    const service = await opened('wallet')
    const restricted = await testService({ restricted: true })
    await testWallet({}, restricted)
    expect(await dispatch(restricted, 'set_tx_notes')).toEqual(denied)
    expect(await dispatch(service, 'set_tx_notes')).toMatchObject({ error: { code: -51 } })
  })

  test('error: a background wallet, and a wallet that syncs in the background', async () => {
    expect(await dispatch(await opened('wallet'), 'change_wallet_password')).toEqual({
      error: { code: -51, message: 'This command is disabled for background wallets.' },
    })
    expect(await dispatch(await opened('syncing'), 'change_wallet_password')).toEqual({
      error: {
        code: -52,
        message:
          'This command is disabled while background syncing. Stop background syncing to use this command.',
      },
    })
  })

  test('error: a bug is logged with an id, without the params and without its message', async () => {
    const ports = await testPorts()
    ports.files.exists = () => Promise.reject(new TypeError('broken on secret words'))
    const service = await testService({}, ports)
    const params = { filename: 'secret name', seed: 'secret words' }
    const outcome = await dispatch(service, 'restore_deterministic_wallet', params)
    expect(outcome).toEqual({
      error: {
        code: -32603,
        message: 'Internal error',
        data: expect.stringMatching(/^[0-9a-f]{8}$/),
      },
    })
    const { lines } = service.ports as typeof ports
    expect(lines).toHaveLength(1)
    const id = 'error' in outcome && outcome.error.data
    const logged = `error: restore_deterministic_wallet: error ${id}: TypeError at `
    expect(lines[0]!.slice(0, logged.length)).toBe(logged)
    expect(lines[0]).not.toMatch(/secret/)
  })
})
