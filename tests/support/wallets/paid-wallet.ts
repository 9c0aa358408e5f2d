/**
 * A wallet over a scripted chain that pays it twice in one transaction.
 *
 * @module
 */
import { testCrypto } from '../wasm/crypto.ts'
import { scriptedWallet } from './scripted-wallet.ts'

/** Block 1 pays 60 to address 0 and 40 to address 1. The wallet has not seen it. @returns Also their key images. */
export async function paidWallet() {
  const made = await scriptedWallet(await testCrypto())
  const { script } = made
  const paid = script.pay({
    payments: [
      { to: { account: 0, address: 0 }, amount: 60n },
      { to: { account: 0, address: 1 }, amount: 40n },
    ],
  })
  script.mine([paid])
  return { ...made, keyImages: paid.keyImages.map((keyImage) => keyImage!) }
}
