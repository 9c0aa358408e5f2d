/**
 * The measured cryptographic operations, each with a check of its result.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import type { Crypto, RingMember, ScanBatch } from '#wasm/types.ts'
import { checkForms } from '../../../proxy/node/verify/form.ts'
import { checkInputs } from '../../../proxy/node/verify/rings.ts'
import { VerifiedRings } from '../../../proxy/node/verify/verified-rings.ts'
import { memoryScene } from '../../support/chains/in-memory-chain-view.ts'
import { oneTimeKey } from '../../../worker/engine/keys/one-time-key.ts'

/** The operation of a turn, and the number of steps in it. */
export type Turn = { run: () => void; steps: number }

/** Prepares the input of a turn before the measurement. */
type Prepare = (crypto: Crypto) => Turn

/** Rows of each key in a scan. There are enough keys to share the fixed cost of a batch. */
const keysInBatch = 256

/** Figures by name. */
export const figures = {
  derivation: (crypto) => scanning(crypto, 1, 'other tags'),
  'derivation and 8 outputs without view tags': (crypto) => scanning(crypto, 8, 'no tags'),
  'derivation and 1 output without view tag': (crypto) => scanning(crypto, 1, 'no tags'),
  'key image': keyImages,
  'CLSAG verify, ring 16, 2 inputs': clsags,
  'Bulletproofs+ prove, 2 outputs': (crypto) => proving(crypto, 2),
  'Bulletproofs+ prove, 15 outputs': (crypto) => proving(crypto, 15),
  'Bulletproofs+ verify, 2 outputs': (crypto) => verifying(crypto, 1),
  'Bulletproofs+ verify, 64 proofs in one batch': (crypto) => verifying(crypto, 64),
  'transaction verify, 2 inputs, 2 outputs': transactions,
} satisfies { [name: string]: Prepare }

export type FigureName = keyof typeof figures

const point = (crypto: Crypto) => crypto.multiplyBase(crypto.randomScalar())

/** Keys of foreign transactions with `rows` outputs each. */
function scanning(crypto: Crypto, rows: number, tags: 'no tags' | 'other tags'): Turn {
  const viewSecret = crypto.randomScalar()
  const all = keysInBatch * rows
  const batch: ScanBatch = {
    keys: new Uint8Array(32 * keysInBatch),
    firstRow: Uint32Array.from({ length: keysInBatch + 1 }, (_, key) => key * rows),
    outputKeys: new Uint8Array(32 * all),
    outputIndices: Uint32Array.from({ length: all }, (_, row) => row % rows),
    viewTags: new Int16Array(all).fill(-1),
  }
  for (let key = 0; key < keysInBatch; key++) {
    const txPublicKey = point(crypto)
    batch.keys.set(txPublicKey, 32 * key)
    const derivation = crypto.keyDerivation(txPublicKey, viewSecret)!
    for (let row = key * rows; row < (key + 1) * rows; row++) {
      batch.outputKeys.set(point(crypto), 32 * row)
      const tag = crypto.deriveViewTag(derivation, row % rows)
      if (tags === 'other tags') batch.viewTags[row] = tag ^ 1
    }
  }
  const expected = tags === 'other tags' ? 0 : all
  return {
    steps: keysInBatch,
    run: () => demand(crypto.scan(viewSecret, batch).length === expected),
  }
}

/** @see monero tests/performance_tests/generate_key_image_helper.h */
function keyImages(crypto: Crypto): Turn {
  const [viewSecret, spendSecret, r] = [0, 0, 0].map(() => crypto.randomScalar())
  const [viewPublic, spendPublic, R] = [viewSecret, spendSecret, r].map((s) =>
    crypto.multiplyBase(s!),
  )
  const shared = crypto.keyDerivation(viewPublic!, r!)!
  const key = crypto.derivePublicKey(shared, 0, spendPublic!)!
  const secrets = { viewSecret: viewSecret!, spendSecret: spendSecret! }
  return {
    steps: 1,
    run() {
      const derivation = crypto.keyDerivation(R!, secrets.viewSecret)!
      crypto.deriveSubaddressPublicKey(key, derivation, 0)
      const output = { key, derivation, indexInTx: 0, subaddress: { account: 0, address: 0 } }
      demand(oneTimeKey(crypto, secrets, output) !== undefined)
    },
  }
}

/** @see monero tests/performance_tests/sig_clsag.h */
function clsags(crypto: Crypto): Turn {
  const signed = [0, 1].map(() => {
    const [secret, mask, pseudoMask, message] = [0, 0, 0, 0].map(() => crypto.randomScalar())
    const ring = Array.from({ length: 16 }, (_, at): RingMember =>
      at === 7
        ? { key: crypto.multiplyBase(secret!), commitment: crypto.commit(5n, mask!) }
        : { key: point(crypto), commitment: point(crypto) },
    )
    const pseudoOutput = crypto.commit(5n, pseudoMask!)
    const made = crypto.signClsag({
      message: message!,
      ring,
      realIndex: 7,
      secret: secret!,
      mask: mask!,
      pseudoOutput,
      pseudoMask: pseudoMask!,
    })
    return { message: message!, ring, pseudoOutput, ...made }
  })
  return {
    steps: 1,
    run: () => demand(signed.every((each) => crypto.verifyClsag(each))),
  }
}

const amounts = (outputs: number) => Array.from({ length: outputs }, (_, at) => BigInt(at + 1))
const masks = (crypto: Crypto, outputs: number) =>
  Array.from({ length: outputs }, () => crypto.randomScalar())

function proving(crypto: Crypto, outputs: number): Turn {
  const [values, hidden] = [amounts(outputs), masks(crypto, outputs)]
  return {
    steps: 1,
    run: () => demand(crypto.proveRange(values, hidden).commitments.length === outputs),
  }
}

/** Proofs of two outputs each; the time is that of the whole batch. */
function verifying(crypto: Crypto, proofs: number): Turn {
  const values = amounts(2)
  const all = Array.from({ length: proofs }, () => {
    const hidden = masks(crypto, 2)
    const { proof } = crypto.proveRange(values, hidden)
    return { proof, commitments: values.map((amount, at) => crypto.commit(amount, hidden[at]!)) }
  })
  return { steps: 1, run: () => demand(crypto.verifyRanges(all)) }
}

/** The complete verification of a transaction, with the checks of the node. */
function transactions(crypto: Crypto): Turn {
  const { scene, view } = memoryScene(crypto, (bound) => bound >> 1)
  const tx = parseTransaction(scene.forge())
  const id = bytesToHex(transactionId(tx))
  return {
    steps: 1,
    run() {
      demand(checkForms(crypto, [tx]) === undefined)
      demand('youngest' in checkInputs(crypto, { tx, id }, view, new VerifiedRings(crypto)))
    },
  }
}

/** Fails if a kernel returns a wrong result. */
function demand(right: boolean) {
  if (!right) throw new Error('the kernel answered wrongly')
}
