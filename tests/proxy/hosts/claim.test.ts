import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { claim, release, takeOver } from '../../../proxy/hosts/claim.ts'
import { temporaryFolder } from '../../support/ports.ts'

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/** A process that idles, with `word` in its command. */
async function idler(word: string) {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', word])
  started.push(child)
  await once(child, 'spawn')
  return child
}
const claimed = (folder: string, content: unknown) =>
  writeFileSync(join(folder, 'in-use.json'), JSON.stringify(content))

describe('takeOver', () => {
  test('of a folder that nobody uses', async () => {
    const folder = temporaryFolder('claim')
    await takeOver(folder)
    claim(folder, process.pid)
    release(folder)
    await takeOver(folder)
  })

  test('ends a node whose program was killed', async () => {
    const folder = temporaryFolder('claim')
    const node = await idler(folder)
    claimed(folder, { program: (await idler('other')).pid, node: node.pid })
    const exited = once(node, 'exit')
    await takeOver(folder)
    expect(await exited).toEqual([null, 'SIGTERM'])
  })

  test('leaves processes alone that were given the numbers since', async () => {
    const folder = temporaryFolder('claim')
    const other = await idler('other')
    claimed(folder, { program: other.pid, node: other.pid })
    await takeOver(folder)
    expect([other.exitCode, other.signalCode]).toEqual([null, null])
  })

  test.each(['{"program":', '[]', '{"program":-1,"node":-1}', '{"program":0,"node":"1"}'])(
    'passes over a file that is none of ours: %s',
    async (text) => {
      const folder = temporaryFolder('claim')
      writeFileSync(join(folder, 'in-use.json'), text)
      await takeOver(folder)
    },
  )

  test('error: another program uses the folder', async () => {
    const folder = temporaryFolder('claim')
    const program = await idler('nightjar')
    claimed(folder, { program: program.pid, node: 1 })
    await expect(takeOver(folder)).rejects.toThrow(
      `process ${program.pid} uses the private chain in ${folder}; give another --data-dir`,
    )
  })
})
