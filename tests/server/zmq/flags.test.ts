import { describe, expect, test } from 'vitest'
import { UsageError } from '#protocol/settings.ts'
import { readNodeFlags } from '../../../server/node/flags.ts'
import { zmqAddressesOf } from '../../../server/zmq/flags.ts'

const addressesOf = (...args: readonly string[]) => zmqAddressesOf(readNodeFlags(args).given)

describe('--zmq-pub', () => {
  test.each([
    'tcp://127.0.0.1:18083',
    'tcp://*:*',
    'tcp://eth0:0',
    'tcp://[::1]:65535',
    'tcp://[fe80::1%eth0]:1',
    'ipc:///run/nightjar/zmq',
    'ipc://zmq.sock',
  ])('accepts %s', (address) => {
    expect(addressesOf('--zmq-pub', address)).toEqual([address])
  })

  test('may be repeated', () => {
    const both = ['tcp://127.0.0.1:1', 'ipc:///tmp/x']
    expect(addressesOf('--zmq-pub', both[0]!, `--zmq-pub=${both[1]}`)).toEqual(both)
    expect(addressesOf()).toEqual([])
  })

  test.each([
    '127.0.0.1:18083',
    'tcp://127.0.0.1',
    'tcp://:18083',
    'tcp://127.0.0.1:65536',
    'tcp://::1:18083',
    'tcp://127.0.0.1:18083/x',
    'tcp://user@127.0.0.1:18083',
    'udp://127.0.0.1:1',
    'inproc://x',
    'ipc://',
  ])('error: %s', (address) => {
    expect(() => addressesOf('--zmq-pub', address)).toThrow(
      new UsageError(
        `--zmq-pub: expected tcp://IP:PORT or ipc://PATH, such as tcp://127.0.0.1:18083, got ${address}`,
      ),
    )
  })

  test('error: the number of the wrong one of several', () => {
    expect(() => addressesOf('--zmq-pub', 'ipc://x', '--zmq-pub', 'x')).toThrow(
      /^--zmq-pub \(number 2\): expected .*, got x$/,
    )
  })
})

describe('--no-zmq', () => {
  test('takes precedence, and both are named as without effect where they are', () => {
    const args = ['--regtest', '--zmq-pub', 'x', '--no-zmq']
    expect(addressesOf(...args)).toEqual([])
    expect(readNodeFlags(args).ineffective).toEqual(['zmq-pub'])
    expect(readNodeFlags(['--no-zmq']).ineffective).toEqual(['no-zmq'])
    expect(readNodeFlags(['--zmq-pub', 'ipc://x']).ineffective).toEqual([])
  })
})
