import { describe, expect, test } from 'vitest'
import { walletClient } from '../../web/client.ts'

describe('walletClient', () => {
  test('calls the method of that name and returns the result', async () => {
    const client = walletClient(async (name, params) => ({ result: { name, params } }))
    expect(await client.get_height({})).toEqual({ name: 'get_height', params: {} })
  })

  test('is not a promise, so that a promise can resolve to it', async () => {
    const client = walletClient(async () => ({ result: {} }))
    expect(await Promise.resolve(client)).toBe(client)
  })

  test('error: throws the error of an outcome with its code and data', async () => {
    const error = { code: -13, message: 'No wallet file', data: 'why' }
    const client = walletClient(async () => ({ error }))
    await expect(client.get_height({})).rejects.toMatchObject({ ...error, reason: 'NOT_OPEN' })
  })
})
