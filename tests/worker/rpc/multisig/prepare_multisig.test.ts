import { expect, test } from 'vitest'
import { readExchangeMessage } from '#protocol/interchange/key-exchange.ts'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

/** The message of the same wallet, without the signature, which is random. */
async function preparedMessage({ closes }: { closes: boolean }) {
  const service = await testService({ multisigEnabled: true })
  await testWallet({}, service)
  const preparing = dispatch(service, 'prepare_multisig')
  if (closes) await dispatch(service, 'close_wallet')
  const { multisig_info } = ((await preparing) as { result: { multisig_info: string } }).result
  const message = readExchangeMessage(multisig_info)
  if (typeof message === 'string') throw new Error(message)
  const { signature: _, ...said } = message
  return said
}

test('prepare_multisig returns the keys of its wallet if the wallet closes during the call', async () => {
  expect(await preparedMessage({ closes: true })).toEqual(await preparedMessage({ closes: false }))
})
