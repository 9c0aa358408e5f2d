import { expect, test } from 'vitest'
import type { MultisigRecord, Secrets } from '../../../../worker/engine/store/records.ts'
import { wipeMember, wipeSecrets } from '../../../../worker/engine/store/wipe-secrets.ts'

const secret = () => new Uint8Array(32).fill(7)
const wiped = new Uint8Array(32)

const newMember = (): MultisigRecord => ({
  threshold: 2,
  signers: [secret(), secret()],
  baseSecret: secret(),
  shares: [secret(), secret()],
  rounds: 2,
  roundKeys: [secret()],
})

test('wipeSecrets overwrites every secret, and keeps public keys', () => {
  const secrets: Required<Secrets> = {
    spendSecret: secret(),
    viewSecret: secret(),
    spendPublic: secret(),
    viewPublic: secret(),
    halfSeed: new Uint8Array(16).fill(7),
    polyseed: { secret: new Uint8Array(19).fill(7), birthday: 1, features: 0, language: 'English' },
    locked: secret(),
    background: { key: secret(), header: secret() },
    multisig: newMember(),
  }
  wipeSecrets(secrets)
  expect(secrets).toEqual({
    spendSecret: wiped,
    viewSecret: wiped,
    spendPublic: secret(),
    viewPublic: secret(),
    halfSeed: new Uint8Array(16),
    polyseed: { secret: new Uint8Array(19), birthday: 1, features: 0, language: 'English' },
    locked: secret(),
    background: { key: wiped, header: secret() },
    multisig: { ...newMember(), baseSecret: wiped, shares: [wiped, wiped] },
  })
})

test('wipeMember overwrites base secret and shares alone', () => {
  const member = newMember()
  wipeMember(member)
  expect(member).toEqual({ ...newMember(), baseSecret: wiped, shares: [wiped, wiped] })
})
