import { describe, expect, test } from 'vitest'
import { notifyBy } from '../../../server/node/chain-notify.ts'
import { ownNode, type OwnNode } from '../../support/daemons/in-process-node.ts'
import { minerAddress } from '../../support/programs/monerod.ts'
import { consoleLines } from '../../support/programs/console-lines.ts'
import { notingCommand } from '../../support/programs/noting-command.ts'

describe('notifyBy', () => {
  const errors = consoleLines()

  test('runs the commands for blocks and a reorganisation', async () => {
    const { file, lines } = notingCommand()
    const listener = notifyBy({ block: `${file} block %s`, reorg: `${file} reorg %s %h %n %d` })
    const node: OwnNode = await ownNode()
    node.context.chain.listen(listener!)
    const mine = async (more: object = {}) => {
      const params = { amount_of_blocks: 1, wallet_address: minerAddress, ...more }
      return (await node.call('generateblocks', params)).blocks as string[]
    }
    const main = [...(await mine()), ...(await mine()), ...(await mine())]
    // Three blocks on the first: they replace the second and the third.
    const beside: string[] = []
    for (let parent = main[0]; beside.length < 3; parent = beside.at(-1))
      beside.push(...(await mine({ prev_block: parent, starting_nonce: 7 })))
    expect(node.context.chain.topId()).toBe(beside.at(-1))
    const blocks = [...main, ...beside].map((id) => `block ${id}`)
    // Split at height 2, new height 5: three new blocks, two discarded.
    expect(await lines(7)).toEqual([...blocks, 'reorg 2 5 3 2'].toSorted())
  })

  test('is undefined without commands, and for missing files', () => {
    expect(notifyBy({})).toBeUndefined()
    expect(notifyBy({ block: '/no/such/file %s' })).toBeUndefined()
    expect(errors).toHaveLength(1)
  })

  test('runs one command where the file of the other is missing', () => {
    const listener = notifyBy({ block: '/no/such/file', reorg: notingCommand().file })
    expect(() => listener!.added('00'.repeat(32))).not.toThrow()
    expect(errors).toEqual(['Failed to parse block notify spec: File not found: /no/such/file'])
  })
})
