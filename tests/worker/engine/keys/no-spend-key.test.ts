import { expect, test } from 'vitest'
import { lacksSpendKey } from '../../../../worker/engine/keys/no-spend-key.ts'

const member = {
  threshold: 2,
  signers: [],
  baseSecret: new Uint8Array(32),
  shares: [],
  rounds: 1,
  roundKeys: [],
}

test.each([
  ['a view-only wallet', {}, 'The wallet is watch-only. Cannot sign.'],
  ['a member of a group', { multisig: member }, 'A member of a multisig group cannot sign.'],
])('%s cannot use the spend key', (_, secrets, message) => {
  expect(lacksSpendKey(secrets, 'sign')).toMatchObject({ name: 'RpcError', code: -29, message })
})
