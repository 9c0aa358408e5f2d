/**
 * Signatures that are none, or are of something else.
 *
 * @module
 */
import type { Clsag, RingCtPrunable } from '#protocol/chain/ringct.ts'
import { forge, type Twist } from '../transactions/forge.ts'
import type { ForgeScene } from '../transactions/forge-scene.ts'
import {
  add32,
  bent,
  groupOrder,
  identity,
  keyInput,
  kind,
  noPoint,
  type Kind,
} from './rule-violation.ts'

const unsigned = (name: string, make: Kind['make']) => kind(name, ['invalid_input'], make)

const changed = (name: string, change: (clsag: Clsag, scene: ForgeScene) => void) =>
  unsigned(name, (scene) =>
    scene.forge({}, { prunable: ({ clsags }) => change(clsags[scene.parts.below(2)]!, scene) }),
  )

/** Something that was signed differently. */
const after = (name: string, last: NonNullable<Twist['last']>) =>
  unsigned(name, (scene) => scene.forge({}, { last }))

const swapped = (name: string, swap: (prunable: RingCtPrunable) => void) =>
  unsigned(name, (scene) => scene.forge({}, { prunable: swap }))

export const signatures: readonly Kind[] = [
  changed('a response of another signature', ({ s }, { crypto, parts }) => {
    s[parts.below(16)] = crypto.randomScalar()
  }),
  changed('a response that is not reduced', ({ s }) => void (s[0] = add32(s[0]!, groupOrder))),
  changed('a wrong challenge', (clsag, { crypto }) => void (clsag.c1 = crypto.randomScalar())),
  changed('a challenge that is not reduced', (clsag) => {
    clsag.c1 = add32(clsag.c1, groupOrder)
  }),
  changed('a wrong auxiliary key image', (clsag, { crypto }) => {
    clsag.D = crypto.multiplyBase(crypto.randomScalar())
  }),
  changed('an auxiliary key image of nothing', (clsag) => void (clsag.D = identity)),
  changed('an auxiliary key image that is no point', (clsag) => void (clsag.D = noPoint)),
  swapped('signatures of each other', ({ clsags }) => void clsags.reverse()),
  swapped('pseudo outputs of each other', ({ pseudoOutputs }) => void pseudoOutputs.reverse()),
  unsigned('the key image of another output', (scene) => {
    const { crypto } = scene
    const image = crypto.keyImage(scene.ripe(0).key, crypto.randomScalar())
    return scene.forge(
      { inputs: 1 },
      { prefix: (prefix) => void (keyInput(prefix).keyImage = image) },
    )
  }),
  unsigned("a secret that is not the output's", (scene) => {
    const plan = scene.plan()
    const [spend] = plan.spends
    spend!.coin = { ...spend!.coin, secret: scene.crypto.randomScalar() }
    return forge(scene.crypto, plan)
  }),
  unsigned("a mask that is not the output's", (scene) => {
    const plan = scene.plan()
    const [spend] = plan.spends
    spend!.coin = { ...spend!.coin, mask: scene.crypto.randomScalar() }
    return forge(scene.crypto, plan)
  }),
  unsigned('a ring with another member than was signed', (scene) => {
    const plan = scene.plan()
    const { indices, coin } = plan.spends[0]!
    const at = indices.findIndex((index) => index !== coin.index)
    const other = scene.parts.ripe.find(({ index }) => !indices.includes(index))!.index
    const sorted = [...indices.filter((_, i) => i !== at), other].sort((a, b) => (a < b ? -1 : 1))
    return forge(scene.crypto, plan, {
      last: (prefix) =>
        void (keyInput(prefix).keyOffsets = sorted.map((index, i) =>
          i ? index - sorted[i - 1]! : index,
        )),
    })
  }),
  after('an extra that was not signed', (prefix) => void (prefix.extra = bent(prefix.extra, 5))),
  after('an unlock time that was not signed', (prefix) => void (prefix.unlockTime = 1n)),
  after('a view tag that was not signed', ({ outputs }) => {
    outputs[0]!.viewTag = outputs[0]!.viewTag! ^ 1
  }),
  after('an output key that was not signed', ({ outputs }) => {
    outputs[0]!.key = outputs[1]!.key
  }),
  after('a hidden amount that was not signed', (_, { ecdh }) => {
    ecdh[0]!.amount = bent(ecdh[0]!.amount)
  }),
]
