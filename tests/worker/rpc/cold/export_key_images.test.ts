import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { exchangeInfos, newGroup, payGroup } from '../../../support/multisig/spendable-group.ts'
import { at, coin, coldPair } from '../../../support/wallets/cold-pair.ts'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'

describe('export_key_images', () => {
  test('exports images by which a view-only wallet finds its balance', async () => {
    const { hot, offline, cold, view, exported } = await coldPair([at(0), at(1)])
    await offline('import_outputs', await exported())
    const images = await offline('export_key_images', { all: true })
    expect(images).toEqual({
      offset: 0,
      signed_key_images: [...cold.store.outputs.values()].map(({ keyImage }) => ({
        key_image: keyImage,
        signature: expect.stringMatching(/^[0-9a-f]{128}$/),
      })),
    })
    expect(await hot('import_key_images', images)).toMatchObject({
      spent: 0n,
      unspent: 2n * coin,
    })
    expect([...view.store.outputs.values()].every(({ keyImage }) => keyImage)).toBe(true)
  })

  test('exports only images that were requested by an export of outputs', async () => {
    const { offline, exported } = await coldPair([at(0), at(1)])
    await offline('import_outputs', await exported())
    const { offset, signed_key_images } = await offline('export_key_images')
    expect([offset, signed_key_images.length]).toEqual([0, 2])
  })

  test('exports no image of a wallet without outputs', async () => {
    const { call } = await calledWallet()
    expect(await call('export_key_images', { all: true })).toEqual({
      result: { offset: 0, signed_key_images: [] },
    })
  })

  test('error: a multisig member with outputs, before and after their key images are known', async () => {
    const members = await newGroup(2, 2)
    const [{ service }] = members as [(typeof members)[0]]
    const exported = (all: boolean) => dispatch(service, 'export_key_images', { all })
    const nothing = (offset: number) => ({ result: { offset, signed_key_images: [] } })
    expect(await exported(true)).toEqual(nothing(0))
    await payGroup(members, 1)
    expect(await exported(false)).toEqual(nothing(1))
    expect(await exported(true)).toEqual({
      error: { code: -29, message: 'A member of a multisig group cannot export key images.' },
    })
    await exchangeInfos(members)
    expect(await exported(false)).toEqual(nothing(1))
    expect(await exported(true)).toEqual({
      error: { code: -1, message: 'key_image generated not matched with cached key image' },
    })
  })

  test('error: a view-only wallet', async () => {
    const { hot } = await coldPair([at(0)])
    expect(await hot('export_key_images', { all: true })).toMatchObject({ error: { code: -29 } })
  })
})
