/**
 * A view-only wallet with minted outputs, and the offline wallet with its spend key. There is no chain.
 *
 * @module
 */
import type { RecipientAmount } from '#protocol/interchange/construction.ts'
import type { OutputsForm } from '#protocol/interchange/outputs.ts'
import { exportOutputs } from '../../../worker/engine/cold/export-outputs.ts'
import { importOutputs } from '../../../worker/engine/cold/import-outputs.ts'
import { unsignedOf } from '../../../worker/engine/cold/unsigned-set.ts'
import { keysOfSeed } from '../../../worker/engine/keys/account.ts'
import type { OutputRecord } from '../../../worker/engine/store/records.ts'
import { draftOf, type Terms } from '../../../worker/engine/tx/draft.ts'
import { ownRecipient } from '../../../worker/engine/tx/recipient.ts'
import { CoinMint } from '../chains/coin-mint.ts'
import { terms } from '../spending/payment-terms.ts'
import { testCrypto } from '../wasm/crypto.ts'
import { testSeed, testService, testWallet } from './test-wallet.ts'

/** Piconero. The fee of each construction. */
export const mintedFee = 100_000_000n

/** In place of CryptoNight, a tenth of a second for each wallet: the key that seals is a cheap hash. */
const cheapHash = (state: Uint8Array) => state.slice()

/** @param wanted - Outputs of the view-only wallet, in chain order. It knows no key image of them. */
export async function mintedPair(wanted: Parameters<CoinMint['output']>[0][]) {
  const crypto = await testCrypto()
  const keys = keysOfSeed(crypto, testSeed)
  const mint = new CoinMint(crypto, keys)
  const { spendSecret: _, ...secrets } = keysOfSeed(crypto, testSeed)
  const ports = { crypto: { ...crypto, cryptonight: cheapHash } }
  const view = await testWallet({ secrets }, await testService({}, ports))
  const cold = await testWallet({}, await testService({}, ports))
  const outputs = wanted.map((each, i) => mint.output({ height: BigInt(100 + i), ...each }))
  await view.store.commit((change) => {
    for (const { keyImage: _, ...output } of outputs)
      change.put(view.store.outputs, output.key, output)
  })
  const exported = ({
    all = true,
    start = 0,
    count = Infinity,
    form = 'triple' as OutputsForm,
  } = {}) => exportOutputs(view.ports, view.store, { all, start, count }, form)
  return {
    crypto,
    mint,
    view,
    cold,
    /** With their key images. */
    outputs,
    exported,
    /** Gives the offline wallet all outputs. */
    imported: async () => importOutputs(cold, await exported()),
    /** What the view-only wallet asks to be signed. Change goes back to the account. */
    construction(
      inputs: readonly OutputRecord[],
      payments: readonly RecipientAmount[],
      given: Partial<Terms> = {},
    ) {
      const { account } = inputs[0]!.subaddress
      const change = ownRecipient(crypto, keys, { account, address: 0 })
      const rings = inputs.map((input) => mint.ring(input, 16))
      const draft = draftOf({ ...terms, change, ...given }, inputs, rings, payments, mintedFee)
      return unsignedOf(crypto, draft, ({ key }) => outputs.findIndex((each) => each.key === key))
    },
  }
}
