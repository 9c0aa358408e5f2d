import { expect, test } from 'vitest'
import { isSignedElsewhere, txKeysOf } from '../../../../worker/engine/tx/tx-keys.ts'
import type { SentRecord } from '../../../../worker/engine/store/records.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import { sentRecord } from '../../../support/wallets/transfer-records.ts'

const [main, additional, other] = [1, 2, 3].map((byte) => Uint8Array.of(byte)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
]

test.each<[string, Uint8Array[] | undefined, Uint8Array[] | undefined, Uint8Array[]]>([
  ['the transaction', [main, additional], undefined, [main, additional]],
  ['the table that outlives a rescan', undefined, [main], [main]],
  ['that table, where the transaction was found again without keys', [], [main], [main]],
  ['the transaction first', [main], [other], [main]],
  ['nothing', undefined, undefined, []],
])('txKeysOf reads the keys of %s', async (_, inSent, inTable, expected) => {
  const store = new Store(async () => undefined)
  await store.commit((change) => {
    if (inSent) change.put(store.sent, 't', sentRecord({ txid: 't', txKeys: inSent }))
    if (inTable) change.put(store.txKeys, 't', { txKeys: inTable })
    change.put(store.txKeys, 'u', { txKeys: [other] })
  })
  expect(txKeysOf(store, 't')).toEqual(expected)
})

test.each<[string, Partial<SentRecord>, Uint8Array[] | undefined, boolean]>([
  ['that an offline wallet signed', { blob: main }, undefined, true],
  ['with its key', { blob: main, txKeys: [main] }, undefined, false],
  ['whose key outlived a rescan', { blob: main }, [main], false],
  ['that was only seen in the chain', { blob: new Uint8Array() }, undefined, false],
])('isSignedElsewhere looks at a transaction %s', async (_, record, inTable, expected) => {
  const store = new Store(async () => undefined)
  await store.commit((change) => {
    change.put(store.sent, 't', sentRecord({ txid: 't', txKeys: [], ...record }))
    if (inTable) change.put(store.txKeys, 't', { txKeys: inTable })
  })
  expect(isSignedElsewhere(store, 't')).toBe(expected)
  expect(isSignedElsewhere(store, 'u')).toBe(false)
})
