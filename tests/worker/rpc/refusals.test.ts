import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { codes, type Code } from '#protocol/errors.ts'
import { openrpc } from '#protocol/openrpc.ts'
import { dispatch } from '../../../worker/rpc/dispatch.ts'
import { serviceMethod, walletMethod, type Method } from '../../../worker/rpc/method.ts'
import * as methods from '../../../worker/rpc/methods.ts'
import { testService, testWallet } from '../../support/wallets/test-wallet.ts'

const table = Object.entries<Method>(methods)
const contract = { summary: 'Does nothing', params: {}, result: {}, source: 'a.cpp b' }
const run = () => ({})

async function serviceWith(background: 'wallet' | 'syncing') {
  const service = await testService()
  const wallet = await testWallet({}, service)
  Object.defineProperty(wallet, 'background', { value: background })
  return service
}

/** The reason of the error that `name` answers without params; undefined for a result. */
async function reasonOf(service: Awaited<ReturnType<typeof testService>>, name: string) {
  const outcome = await dispatch(service, name)
  if (!('error' in outcome)) return undefined
  return (Object.keys(codes) as Code[]).find((reason) => codes[reason] === outcome.error.code)
}

describe('errors of refusals', () => {
  test('precede the own errors of a method, in the order of the checks', () => {
    const both = walletMethod({
      ...contract,
      refusedWhen: ['background', 'restricted'],
      errors: ['WRONG_INDEX'],
      run,
    })
    expect(both.errors).toEqual([
      'DENIED',
      'NOT_OPEN',
      'IS_BACKGROUND_WALLET',
      'IS_BACKGROUND_SYNCING',
      'WRONG_INDEX',
    ])
    expect(walletMethod({ ...contract, run }).errors).toEqual(['NOT_OPEN'])
    const service = serviceMethod({ ...contract, refusedWhen: ['restricted'], run })
    expect(service.errors).toEqual(['DENIED'])
    expect(serviceMethod({ ...contract, run }).errors).toEqual([])
  })

  test.each(table)(
    '%s publishes the errors of its refusals first, and each error once',
    (_, method) => {
      const refusals: readonly string[] = method.refusedWhen ?? []
      const derived: Code[] = []
      if (refusals.includes('restricted')) derived.push('DENIED')
      if (method.on === 'wallet') derived.push('NOT_OPEN')
      if (refusals.includes('background'))
        derived.push('IS_BACKGROUND_WALLET', 'IS_BACKGROUND_SYNCING')
      const { errors } = method
      expect(errors.slice(0, derived.length)).toEqual(derived)
      expect(new Set(errors).size).toBe(errors.length)
    },
  )

  test('are published with the codes of the error table', () => {
    for (const { name, errors } of openrpc('Wallet RPC', '1', methods).methods) {
      const published = methods[name as keyof typeof methods].errors
      expect(errors).toEqual(published.map((reason) => ({ code: codes[reason], message: reason })))
    }
  })

  test('no contract lists DENIED in its own errors', () => {
    const derived = /^ *errors: \[[^\]]*'DENIED'/m
    const files = readdirSync('worker/rpc', { recursive: true, encoding: 'utf8' })
    const sources = files.filter((name) => name.endsWith('.ts') && name.includes('/'))
    const repeated = sources.filter((name) =>
      derived.test(readFileSync(`worker/rpc/${name}`, 'utf8')),
    )
    expect(repeated).toEqual([])
  })

  test.each(table)(
    '%s returns DENIED and NOT_OPEN exactly if it publishes them',
    async (name, { errors }) => {
      const restricted = await reasonOf(await testService({ restricted: true }), name)
      expect(restricted === 'DENIED').toBe(errors.includes('DENIED'))

      const closed = await reasonOf(await testService(), name)
      expect(closed === 'NOT_OPEN').toBe(errors.includes('NOT_OPEN'))
    },
  )

  test.each(table)('%s publishes the background errors that it returns', async (name, method) => {
    const inBackground = (await reasonOf(await serviceWith('wallet'), name)) as Code | undefined
    const syncing = (await reasonOf(await serviceWith('syncing'), name)) as Code | undefined
    const refused: readonly string[] = method.refusedWhen ?? []
    const expected = refused.includes('background')
      ? ['IS_BACKGROUND_WALLET', 'IS_BACKGROUND_SYNCING']
      : [inBackground, syncing].filter((reason) => reason?.startsWith('IS_BACKGROUND'))
    for (const reason of expected) expect(method.errors).toContain(reason)
    if (refused.includes('background')) expect([inBackground, syncing]).toEqual(expected)
  })
})
