import { existsSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { NodeContext } from '../../../proxy/node/context.ts'
import {
  defaultDataDir,
  openOwnChain,
  type OwnChainOptions,
} from '../../../server/node/own-chain.ts'
import { ProgramError } from '../../../server/process/program-error.ts'
import { makeBlock } from '../../support/chains/block-builder.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

/** A program beside the built modules. */
const program = pathToFileURL(resolve('wasm/build/program.js')).href

async function opened(folder: string, options: Partial<OwnChainOptions> = {}) {
  let context: NodeContext | undefined
  const { close } = await openOwnChain({
    folder,
    program,
    keep: true,
    fixedDifficulty: 1n,
    connections: () => 3,
    stop: () => {},
    begin: async (begun) => void (context = begun),
    ...options,
  })
  return { ...context!, close }
}
const add = async ({ chain }: NodeContext) => {
  const { kind } = await chain.addBlock(makeBlock(chain).blob)
  expect(kind).toBe('added')
}
const newFolder = () => join(temporaryFolder('own'), 'a', 'chain')

describe('openOwnChain', () => {
  test('makes a folder that only its owner can open', async () => {
    const folder = newFolder()
    const node = await opened(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect([node.host.connections(), node.host.freeSpace() > 0n]).toEqual([3n, true])
    await node.close()
  })

  test('keeps the chain of the last start, or begins a new one', async () => {
    const folder = newFolder()
    const first = await opened(folder)
    await add(first)
    const top = first.chain.topId()
    await first.close()
    const second = await opened(folder)
    expect(second.chain.topId()).toBe(top)
    await second.close()
    const third = await opened(folder, { keep: false })
    expect(third.chain.height()).toBe(1n)
    await third.close()
  })

  test('computes the difficulty for 0', async () => {
    const [fixed, computed] = [
      await opened(newFolder(), { fixedDifficulty: 7n }),
      await opened(newFolder(), { fixedDifficulty: 0n }),
    ]
    expect([fixed, computed].map(({ options }) => options.fixedDifficulty)).toEqual([7n, undefined])
    expect(fixed.chain.nextDifficulty()).toBe(7n)
    await Promise.all([fixed.close(), computed.close()])
  })

  test.each([true, false])('error: the chain is in use; it stays, with keep %s', async (keep) => {
    const folder = newFolder()
    const first = await opened(folder)
    await add(first)
    await expect(opened(folder, { keep })).rejects.toThrow(
      new ProgramError(`${join(folder, 'chain.sqlite')} is in use by another process`),
    )
    expect(existsSync(join(folder, 'chain.sqlite'))).toBe(true)
    await add(first)
    await first.close()
  })

  test('error: the flags fail; the chain can be opened again', async () => {
    const folder = newFolder()
    const begin = () => Promise.reject(new ProgramError('a wrong flag'))
    await expect(opened(folder, { begin })).rejects.toThrow('a wrong flag')
    await (await opened(folder)).close()
  })
})

describe('defaultDataDir', () => {
  afterEach(() => void vi.unstubAllEnvs())

  test.each([
    ['/data', '/data/nightjar'],
    ['', join(homedir(), '.local/share/nightjar')],
    [undefined, join(homedir(), '.local/share/nightjar')],
  ])('XDG_DATA_HOME %j: %s', (value, folder) => {
    vi.stubEnv('XDG_DATA_HOME', value)
    expect(defaultDataDir()).toBe(folder)
  })
})
