import { expect } from 'vitest'
import { rescanScene } from './rescan-scene.ts'
import type { TestPorts } from './test-wallet.ts'

export const done = { result: {} }
export const refused = (message: string) => ({ error: { code: -1, message } })

/** A wallet that may have one beside it, with the password `b`, and its chain, of which it has seen nothing. */
export async function backgroundScene() {
  const made = await rescanScene({ wanted: { name: 'w', password: 'p' } })
  const { call, service } = made
  const { files, lines } = service.ports as TestPorts
  const params = {
    background_sync_type: 'custom-background-password',
    wallet_password: 'p',
    background_cache_password: 'b',
  }
  const open = async (filename: string, password: string) => {
    expect(await call('open_wallet', { filename, password })).toEqual(done)
    return service.wallet!
  }
  return {
    ...made,
    files,
    lines,
    params,
    open,
    setUp: (changes: object = {}) => call('setup_background_sync', { ...params, ...changes }),
    /** Closes what is open, and scans with the wallet beside it. */
    async away(params: object = {}) {
      await call('close_wallet')
      const wallet = await open('w.background', 'b')
      expect(await call('refresh', params)).toHaveProperty('result')
      await call('close_wallet')
      return wallet
    },
  }
}
