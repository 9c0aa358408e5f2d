import { describe, expect, test } from 'vitest'
import { list, text, u64 } from '#protocol/fields.ts'
import { openrpc } from '#protocol/openrpc.ts'
import { serviceMethod } from '../../worker/rpc/method.ts'
import * as methods from '../../worker/rpc/methods.ts'

describe('openrpc', () => {
  test('describes a method by its contract', () => {
    const send = serviceMethod({
      summary: 'Send',
      aliases: ['pay'],
      caution: 'spends',
      params: {
        to: text.describe('An address.'),
        password: text.optional().secret(),
        amount: u64.default(5n),
      },
      result: { txids: list(text) },
      errors: ['WRONG_ADDRESS'],
      source: 'wallet/wallet_rpc_server.cpp on_transfer',
      run: () => ({ txids: [] }),
    })
    expect(openrpc('Title', '1.0', { send })).toEqual({
      openrpc: '1.3.2',
      info: { title: 'Title', version: '1.0' },
      methods: [
        {
          name: 'send',
          summary: 'Send',
          paramStructure: 'by-name',
          params: [
            {
              name: 'to',
              required: true,
              schema: { type: 'string', description: 'An address.' },
            },
            {
              name: 'password',
              required: false,
              schema: { type: 'string', optional: true, format: 'password' },
            },
            {
              name: 'amount',
              required: false,
              schema: expect.objectContaining({ type: 'integer', default: 5n }),
            },
          ],
          result: {
            name: 'result',
            schema: expect.objectContaining({
              type: 'object',
              properties: { txids: { type: 'array', items: { type: 'string' } } },
            }),
          },
          errors: [{ code: -2, message: 'WRONG_ADDRESS' }],
          'x-aliases': ['pay'],
          'x-source': 'wallet/wallet_rpc_server.cpp on_transfer',
          'x-caution': 'spends',
        },
      ],
    })
  })

  test('describes every method', () => {
    const document = openrpc('Wallet RPC', '1.3', methods)
    expect(document.methods.map(({ name }) => name)).toEqual(Object.keys(methods))
  })

  test('contains only values that can be cloned to the page', () => {
    const document = openrpc('Wallet RPC', '1.3', methods)
    expect(structuredClone(document)).toEqual(document)
  })
})
