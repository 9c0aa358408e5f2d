import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { codes } from '#protocol/errors.ts'
import { dispatch } from '../../../worker/rpc/dispatch.ts'
import { dispatcher } from '../../../worker/rpc/dispatcher.ts'
import { walletDocument } from '../../../worker/rpc/document.ts'
import type { HostMethod } from '../../../worker/rpc/method.ts'
import * as methods from '../../../worker/rpc/methods.ts'
import * as pageMethods from '../../../worker/rpc/page-methods.ts'
import { testService, testWallet } from '../../support/wallets/test-wallet.ts'

const table = Object.entries<HostMethod>(pageMethods)
const files = readdirSync('worker/rpc', { recursive: true, encoding: 'utf8' }).filter(
  (name) =>
    /\/.*\.ts$/.test(name) && readFileSync(`worker/rpc/${name}`, 'utf8').includes('= hostMethod('),
)

describe('the table of page methods', () => {
  test('contains every file of the folder, and nothing else', () => {
    expect(files.map((name) => basename(name, '.ts')).sort()).toEqual(
      table.map(([name]) => name).sort(),
    )
    for (const name of files) expect(name).toMatch(/^page\//)
  })

  test.each(table)('%s is described', (_, { summary, params, result, errors = [] }) => {
    expect(summary).toMatch(/^[A-Z].*[^.]$/)
    for (const fields of [params, result]) expect(fields).toBeTypeOf('object')
    for (const reason of errors) expect(codes).toHaveProperty(reason)
  })

  test.each(table)('%s is not published, and HTTP does not reach it', async (name) => {
    expect(methods).not.toHaveProperty(name)
    expect(walletDocument().methods.map((method) => method.name)).not.toContain(name)
    const service = await testService()
    await testWallet({}, service)
    const unknown = { error: { code: -32601, message: 'Method not found' } }
    expect(await dispatch(service, name)).toEqual(unknown)
    expect(await dispatcher(pageMethods)({ service }, name, {})).toEqual(unknown)
  })
})
