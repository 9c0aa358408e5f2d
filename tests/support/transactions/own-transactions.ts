/**
 * Transactions of a wallet with minted coins: their recipients, drafts and signed forms.
 *
 * @module
 */
import type { Recipient, RecipientAmount } from '#protocol/interchange/construction.ts'
import { buildTransaction } from '../../../worker/engine/tx/build.ts'
import { draftOf, type Terms, type WeighedDraft } from '../../../worker/engine/tx/draft.ts'
import { ownRecipient } from '../../../worker/engine/tx/recipient.ts'
import { CoinMint, newSecrets } from '../chains/coin-mint.ts'
import { seededBytes } from '../random/sfc32.ts'
import { testCrypto } from '../wasm/crypto.ts'

const random = seededBytes(1)
export const crypto = await testCrypto()
export const secrets = newSecrets(crypto)
export const mint = new CoinMint(crypto, secrets)

/** Wallets of recipients. */
export const others = [newSecrets(crypto), newSecrets(crypto)] as const
/** The primary address of a recipient. */
export const standard = (wallet = others[0]): Recipient =>
  ownRecipient(crypto, wallet, { account: 0, address: 0 })
/** A subaddress of a recipient. */
export const subaddress = (address: number, wallet = others[0]) =>
  ownRecipient(crypto, wallet, { account: 0, address })

/** Terms of a payment from an account of {@link secrets}. */
export const terms = (account = 0): Terms => ({
  change: ownRecipient(crypto, secrets, { account, address: 0 }),
  paymentId: undefined,
  ringct: true,
  ringSize: 16,
  rate: { perByte: 20_000n, mask: 10_000n },
})

/** A draft with a fee of 100 000 000 piconero. */
export const draft = (
  inputs: ReturnType<CoinMint['output']>[],
  payments: RecipientAmount[],
  given: Partial<Terms> = {},
): WeighedDraft =>
  draftOf(
    { ...terms(), ...given },
    inputs,
    inputs.map((input) => mint.ring(input, 16)),
    payments,
    100_000_000n,
  )

/** The signed transaction of a draft. */
export const build = (made: WeighedDraft) => buildTransaction({ crypto, random }, secrets, made)
