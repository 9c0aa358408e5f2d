import { expect, test } from 'vitest'
import { withEnvironment } from '../../../server/flags/environment.ts'

const flags = { 'rpc-login': { takes: 'LOGIN', help: '' }, port: { takes: 'PORT', help: '' } }
const given = (entries: Record<string, string>) => new Map(Object.entries(entries))

test('RPC_LOGIN sets a missing login', () => {
  const read = withEnvironment(flags, given({ port: '5' }), { RPC_LOGIN: 'me:p', HOME: '/' })
  expect(Object.fromEntries(read)).toEqual({ port: '5', 'rpc-login': 'me:p' })
})

test('a given flag takes precedence', () => {
  const read = withEnvironment(flags, given({ 'rpc-login': 'you:q' }), { RPC_LOGIN: 'me:p' })
  expect(Object.fromEntries(read)).toEqual({ 'rpc-login': 'you:q' })
})

test.each([undefined, ''])('an empty variable counts as missing: %j', (RPC_LOGIN) => {
  expect(withEnvironment(flags, given({}), { RPC_LOGIN })).toEqual(new Map())
})

test('a variable without a flag of the program is ignored', () => {
  expect(withEnvironment(flags, given({}), { MONERO_LOGS: '2', PORT: '5' })).toEqual(new Map())
  const logs = { 'log-level': { takes: 'LEVEL', help: '' } }
  const read = withEnvironment(logs, given({}), { MONERO_LOGS: '2' })
  expect(read).toEqual(given({ 'log-level': '2' }))
})
