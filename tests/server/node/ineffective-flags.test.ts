import { describe, expect, test } from 'vitest'
import { flags, readNodeFlags } from '../../../server/node/flags.ts'
import { ineffectiveFlags } from '../../../server/node/ineffective-flags.ts'

describe('flags without effect in nightjar-node', () => {
  test('are separate from the flags with an effect', () => {
    expect(Object.keys(ineffectiveFlags).filter((name) => name in flags)).toEqual([])
  })

  test('are all named when they are given', () => {
    const args = Object.entries(ineffectiveFlags).map(([name, { takes }]) =>
      takes === undefined ? `--${name}` : `--${name}=`,
    )
    const { given, ineffective } = readNodeFlags(args)
    expect(given).toEqual({})
    expect(ineffective).toEqual(Object.keys(ineffectiveFlags))
  })

  // Flags that protect keys, funds or the host must have an effect, or be refused.
  test.each(['rpc-login', 'restricted-rpc', 'rpc-ssl', 'rpc-bind-ip', 'proxy', 'ban-list'])(
    '--%s has an effect',
    (name) => {
      expect(ineffectiveFlags).not.toHaveProperty(name)
      expect(flags).toHaveProperty(name)
    },
  )
})
