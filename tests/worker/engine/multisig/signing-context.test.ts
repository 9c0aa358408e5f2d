import { describe, expect, test } from 'vitest'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { signingContextOf, inOrder } from '../../../../worker/engine/multisig/signing-context.ts'
import { layoutOf } from '../../../../worker/engine/tx/layout.ts'
import { ownRecipient } from '../../../../worker/engine/tx/recipient.ts'
import { CoinMint, newSecrets } from '../../../support/chains/coin-mint.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const secrets = newSecrets(crypto)
const mint = new CoinMint(crypto, secrets)
const inputs = inOrder(
  [1, 2, 3].map(() => {
    const output = mint.output({ amount: 10n })
    return { output, ring: mint.ring(output, 16), keyImage: hexToBytes(output.keyImage!) }
  }),
)
const primary = { account: 0, address: 0 }
const payments = [{ ...ownRecipient(crypto, newSecrets(crypto), primary), amount: 20n }]
const change = { ...ownRecipient(crypto, secrets, primary), amount: 7n }
const layout = layoutOf({ ringct: true, payments, change }, payments[0]!)
const entropy = crypto.randomScalar()
const terms = { fee: 3n, paymentId: undefined, unlockTime: 0n }
const context = (given: Partial<typeof terms> = {}, seed = entropy, made = layout) =>
  signingContextOf(crypto, secrets.viewSecret, { ...terms, ...given }, inputs, made, seed)

test('inOrder sorts by key image, the greatest first, and changes no list', () => {
  const given = inputs.toReversed()
  const images = inOrder(given).map(({ keyImage }) => bytesToHex(keyImage))
  expect(images).toEqual([...images].sort().reverse())
  expect(given).toEqual(inputs.toReversed())
})

describe('signingContextOf', () => {
  test('is the same for every member, to the last byte', () => {
    expect(context()).toEqual(context())
  })

  test('commits to each amount with a mask that the caller receives', () => {
    const { base, made, prefix } = context()
    expect(base).toMatchObject({ type: 6, fee: 3n, pseudoOutputs: [] })
    expect(made.amounts).toEqual([20n, 7n])
    expect(base.outputCommitments).toEqual(
      made.amounts.map((amount, i) => crypto.commit(amount, made.masks[i]!)),
    )
    const images = prefix.inputs.map((input) => input.kind === 'key' && input.keyImage)
    expect(images).toEqual(inputs.map(({ keyImage }) => keyImage))
  })

  test('differs by entropy, fee and order of outputs', () => {
    const bytes = ({ prefixBytes, baseBytes }: ReturnType<typeof context>) =>
      bytesToHex(prefixBytes) + bytesToHex(baseBytes)
    const turned = { ...layout, outputs: layout.outputs.toReversed() }
    const all = [
      context(),
      context({ fee: 4n }),
      context({}, crypto.randomScalar()),
      context({}, entropy, turned),
    ]
    expect(new Set(all.map(bytes)).size).toBe(4)
    expect(context({}, crypto.randomScalar()).keys).not.toEqual(context().keys)
  })

  test('error: a recipient whose keys are not points', () => {
    const noPoint = Uint8Array.of(2, ...new Uint8Array(31))
    const spoilt = [{ ...payments[0]!, viewKey: noPoint }]
    const wrong = layoutOf({ ringct: true, payments: spoilt, change }, payments[0]!)
    expect(() => context({}, entropy, wrong)).toThrow(expect.objectContaining({ name: 'RpcError' }))
  })
})
