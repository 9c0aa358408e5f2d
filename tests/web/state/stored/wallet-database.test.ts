import { afterEach, expect, test } from 'vitest'
import { isWithoutWallets } from '../../../../web/state/stored/wallet-database.ts'

afterEach(() => void Reflect.deleteProperty(globalThis, 'indexedDB'))

type Databases = () => Promise<{ name: string }[]>

test.each<[string, { databases?: Databases } | undefined, boolean]>([
  ['no database', { databases: async () => [] }, true],
  ['a database of another program', { databases: async () => [{ name: 'other' }] }, true],
  [
    'the database of the wallets',
    { databases: async () => [{ name: 'other' }, { name: 'nightjar' }] },
    false,
  ],
  ['a browser that lists no databases', {}, false],
  ['a browser without storage', undefined, false],
  ['a refusal', { databases: () => Promise.reject(new Error('denied')) }, false],
])('with %s it is known whether there are wallets', async (_, indexedDB, isKnown) => {
  Object.assign(globalThis, { indexedDB })
  expect(await isWithoutWallets()).toBe(isKnown)
})
