import { describe, expect, test } from 'vitest'
import { Tags } from '../../../../worker/engine/keys/account-tags.ts'
import { Store } from '../../../../worker/engine/store/store.ts'

/** Tags of a wallet with three accounts. */
const tagsOfThree = () => new Tags({ store: new Store(async () => undefined), accounts: () => 3 })

describe('account tags', () => {
  test('an account has at most one tag', async () => {
    const tags = tagsOfThree()
    await tags.set([2, 0], 'rent')
    await tags.set([0, 1, 0], 'food')
    expect(tags.all()).toEqual([
      { name: 'food', description: '', accounts: [0, 1] },
      { name: 'rent', description: '', accounts: [2] },
    ])
    expect([0, 1, 2].map((account) => tags.of(account))).toEqual(['food', 'food', 'rent'])
  })

  // std::map of std::string compares bytes; JavaScript compares UTF-16 units, which order these otherwise.
  test('are listed in the order of their bytes in UTF-8', async () => {
    const tags = tagsOfThree()
    await tags.set([0], '\u{1f600}')
    await tags.set([1], '\uff5e')
    await tags.set([2], 'Z')
    expect(tags.all().map(({ name }) => name)).toEqual(['Z', '\uff5e', '\u{1f600}'])
  })

  test('an empty tag removes the tag, and the last removal its description', async () => {
    const tags = tagsOfThree()
    await tags.set([0, 1], 'rent')
    await tags.describe('rent', 'the house')
    await tags.set([0], '')
    expect(tags.all()).toEqual([{ name: 'rent', description: 'the house', accounts: [1] }])
    await tags.set([1], '')
    expect([tags.has('rent'), tags.of(1), tags.all()]).toEqual([false, '', []])
    await tags.set([1], 'rent')
    expect(tags.all()).toEqual([{ name: 'rent', description: '', accounts: [1] }])
  })

  test('a tag that is set again on its only account keeps its description', async () => {
    const tags = tagsOfThree()
    await tags.set([0], 'rent')
    await tags.describe('rent', 'the house')
    await tags.set([0], 'rent')
    expect(tags.all()).toEqual([{ name: 'rent', description: 'the house', accounts: [0] }])
  })

  test('error: an account that does not exist, and no account is tagged', async () => {
    const tags = tagsOfThree()
    await expect(tags.set([0, 3], 'rent')).rejects.toMatchObject({
      code: -1,
      message: 'Account index out of bound',
    })
    expect(tags.all()).toEqual([])
  })

  test('error: a description without a tag, or of a tag that no account has', async () => {
    const tags = tagsOfThree()
    const refused = (message: string) => ({ code: -1, message })
    await expect(tags.describe('', 'x')).rejects.toMatchObject(refused('Tag must not be empty'))
    await expect(tags.describe('rent', 'x')).rejects.toMatchObject(refused('Tag is unregistered'))
    expect(tags.all()).toEqual([])
  })
})
