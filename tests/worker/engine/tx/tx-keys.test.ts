import { expect, test } from 'vitest'
import { txKeysOf } from '../../../../worker/engine/tx/tx-keys.ts'
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
