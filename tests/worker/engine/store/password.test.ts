import { describe, expect, test } from 'vitest'
import { unwrap, wrap } from '../../../../worker/engine/store/password.ts'
import { vaultPorts } from '../../../support/storage/vault-ports.ts'

const key = Uint8Array.from({ length: 32 }, (_, at) => at)

describe('wrap', () => {
  test('returns a header that only the password opens', async () => {
    const header = await wrap(vaultPorts, key, 'pässword')
    expect(await unwrap(vaultPorts, header, 'pässword')).toEqual(key)
    for (const other of ['password', 'pässword ', ''])
      expect(await unwrap(vaultPorts, header, other)).toBeUndefined()
  })

  test('uses a new salt and a new nonce each time', async () => {
    const [one, other] = [await wrap(vaultPorts, key, 'p'), await wrap(vaultPorts, key, 'p')]
    expect(one.salt).not.toEqual(other.salt)
    expect(one.nonce).not.toEqual(other.nonce)
    expect(one.wrappedKey).not.toEqual(other.wrappedKey)
  })

  test('opens with the cost in the header, not with that of new headers', async () => {
    const cost = { memoryKiB: 16, iterations: 2, parallelism: 1 }
    const header = await wrap({ ...vaultPorts, stretchCost: cost }, key, 'p')
    expect(header.cost).toEqual(cost)
    expect(await unwrap(vaultPorts, header, 'p')).toEqual(key)
  })

  test('wipes the stretched password, and keeps the given key', async () => {
    const stretched: Uint8Array[] = []
    const ports: typeof vaultPorts = {
      ...vaultPorts,
      async stretchPassword(...given) {
        stretched.push(await vaultPorts.stretchPassword(...given))
        return stretched.at(-1)!
      },
    }
    const header = await wrap(ports, key, 'p')
    await unwrap(ports, header, 'p')
    await unwrap(ports, header, 'wrong')
    expect(stretched).toEqual(Array.from({ length: 3 }, () => new Uint8Array(32)))
    expect(key[1]).toBe(1)
  })
})
