import { beforeEach, describe, expect, test } from 'vitest'
import { observedNode } from '../../support/daemons/observed-node.ts'
import { ownNode, type OwnNode } from '../../support/daemons/in-process-node.ts'
import { minerAddress } from '../../support/programs/monerod.ts'

let node: OwnNode
let scene: Awaited<ReturnType<typeof observedNode>>

const mine = async (blocks = 1, more: object = {}): Promise<string[]> => {
  const params = { amount_of_blocks: blocks, wallet_address: minerAddress, ...more }
  return (await node.call('generateblocks', params)).blocks
}

/** Mines one above another, beside the main chain. */
async function mineBeside(parent: string, blocks: number): Promise<string[]> {
  const mined: string[] = []
  while (mined.length < blocks)
    mined.push(...(await mine(1, { prev_block: mined.at(-1) ?? parent, starting_nonce: 7 })))
  return mined
}

/** Heights and ids of the published blocks. */
const blocks = () =>
  scene
    .takenValues()
    .filter(([topic]) => topic === 'json-minimal-chain_main')
    .map(([, { first_height, ids }]) => [first_height, ...ids])

const numbered = (first: bigint, ids: readonly string[]) =>
  ids.map((id, i) => [first + BigInt(i), id])

beforeEach(async () => {
  node = await ownNode()
  await mine(20)
  scene = await observedNode(node, 'json-minimal-chain_main')
  await scene.look()
})

describe('UpstreamChain', () => {
  test('begins with the present chain', async () => {
    expect(scene.taken()).toEqual([])
    expect(scene.calls()).toEqual(['/getheight', 'getblockheadersrange'])
  })

  test('requests the height, and nothing else while it stays', async () => {
    scene.calls()
    await scene.look()
    expect(scene.calls()).toEqual(['/getheight'])
    expect(scene.taken()).toEqual([])
  })

  test('publishes each new block', async () => {
    scene.calls()
    const ids = await mine(3)
    await scene.look()
    expect(scene.calls()).toEqual(['/getheight', 'get_block', 'get_block', 'get_block'])
    expect(blocks()).toEqual(numbered(21n, ids))
    await scene.look()
    expect(blocks()).toEqual([])
  })

  test('publishes a reorganisation from its first block on', async () => {
    const parent = node.context.chain.idAt(18n)!
    await mine(2)
    await scene.look()
    scene.taken()
    const beside = await mineBeside(parent, 5)
    expect(node.context.chain.topId()).toBe(beside.at(-1))
    await scene.look()
    expect(blocks()).toEqual(numbered(19n, beside))
  })

  test('publishes a reorganisation to as many blocks', async () => {
    const { chain } = node.context
    const parent = chain.idAt(19n)!
    chain.popBlocks(1n)
    const [other] = await mine(1, { starting_nonce: 9, prev_block: parent })
    await scene.look()
    expect(blocks()).toEqual([[20n, other]])
  })

  test('publishes nothing when blocks are removed, and then what is new', async () => {
    const { chain } = node.context
    chain.popBlocks(3n)
    await scene.look()
    expect(blocks()).toEqual([])
    const ids = await mine(2, { starting_nonce: 9 })
    await scene.look()
    expect(blocks()).toEqual(numbered(18n, ids))
  })

  test('publishes a chain that parts before the known blocks from the oldest known height on', async () => {
    const { chain } = node.context
    chain.popBlocks(15n)
    const ids = await mine(16, { starting_nonce: 9 })
    await scene.look()
    // The ten newest blocks were known: 11 to 20.
    expect(blocks()).toEqual(numbered(11n, ids.slice(5)))
  })

  test('requests a hundred blocks at once, and others later', async () => {
    const ids = await mine(130)
    scene.calls()
    await scene.look()
    expect(scene.calls()).toHaveLength(101)
    await scene.look()
    expect(scene.calls()).toHaveLength(31)
    expect(blocks()).toEqual(numbered(21n, ids))
  })

  test('requests miner data for the newest block only, and publishes them before it', async () => {
    scene.subscribe('json-full-miner_data')
    const ids = await mine(2)
    await scene.look()
    const messages = scene.takenValues()
    expect(messages.map(([topic]) => topic)).toEqual([
      'json-minimal-chain_main',
      'json-full-miner_data',
      'json-minimal-chain_main',
    ])
    expect(messages[1]![1]).toMatchObject({ prev_id: ids[1], height: 23n, tx_backlog: [] })
  })

  test('leaves out miner data for another block', async () => {
    scene.subscribe('json-full-miner_data')
    const [first] = await mine()
    let late: string[] = []
    scene.before = async (call) => {
      if (call === 'get_miner_data' && late.length === 0) late = await mine()
    }
    await scene.look()
    await scene.look()
    const values = scene.takenValues().map(([, value]) => value.ids?.[0] ?? value.prev_id)
    expect(values).toEqual([first, late[0], late[0]])
  })

  test('begins again after the last subscription has ended', async () => {
    scene.unsubscribe('json-minimal-chain_main')
    await mine(2)
    scene.calls()
    await scene.look()
    expect(scene.calls()).toEqual([])
    scene.subscribe('json-full-chain_main')
    await scene.look()
    expect(scene.taken()).toEqual([])
  })
})

describe('error:', () => {
  const invalid = 'zmq-pub: nothing is published for now: The upstream node sent an invalid answer'
  const swapped = (other: string) => (answer: string, call: string) =>
    call === 'get_block' ? answer.replace(/"blob": ?"[0-9a-f]+"/, `"blob":"${other}"`) : answer
  const blobAt = async (height: number) => (await node.call('get_block', { height })).blob as string

  test.each([
    ['a block of another height', () => blobAt(5)],
    ['no hex', async () => 'xyz'],
  ])('%s is not published', async (_, other) => {
    const [id] = await mine()
    scene.lie = swapped(await other())
    await scene.look()
    await scene.look()
    expect(scene.lines.splice(0)).toEqual([invalid])
    expect(blocks()).toEqual([])
    scene.lie = undefined
    await scene.look()
    expect(scene.lines).toEqual(['zmq-pub: the upstream node answers again'])
    expect(blocks()).toEqual([[21n, id]])
  })

  test('bytes that are no block are not published', async () => {
    await mine()
    scene.lie = swapped('00')
    await scene.look()
    expect(scene.lines[0]).toMatch(/^zmq-pub: nothing is published for now: /)
    expect(blocks()).toEqual([])
  })

  test('a height without blocks, and invalid ids', async () => {
    scene.lie = (answer) => answer.replace(/"height": ?\d+/, '"height":0')
    await scene.look()
    expect(scene.lines).toEqual([invalid])
    scene.lie = undefined
    scene.unsubscribe('json-minimal-chain_main')
    await scene.look()
    scene.subscribe('json-minimal-chain_main')
    scene.lie = (answer) => answer.replaceAll(/"hash": ?"[0-9a-f]+"/g, '"hash":"zz"')
    await scene.look()
    expect(scene.lines.at(-1)).toBe(invalid)
  })
})
