import { describe, expect, test } from 'vitest'
import { walletClient } from '../../web/client.ts'

describe('walletClient', () => {
  test('calls the method of its name and gives the result', async () => {
    const client = walletClient(async (name, params) => ({ result: { name, params } }))
    expect(await client.get_height({})).toEqual({ name: 'get_height', params: {} })
  })

  test('is no promise, so that it can be returned from one', async () => {
    const client = walletClient(async () => ({ result: {} }))
    expect(await Promise.resolve(client)).toBe(client)
  })

  test('error: an outcome with an error throws it with its code and what is beside it', async () => {
    const error = { code: -13, message: 'No wallet file', data: 'why' }
    const client = walletClient(async () => ({ error }))
    await expect(client.get_height({})).rejects.toMatchObject({ ...error, reason: 'NOT_OPEN' })
  })
})
