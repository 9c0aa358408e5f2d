/**
 * Blocks that are read whole because the node leaves out the hashes of what it prunes, beside the same blocks pruned.
 *
 * @module
 */
import { makeTip, tipNode, type Tip } from '../chain/tip.ts'
import type { Group } from '../group.ts'
import { ourNodeWallet } from '../programs/ours-node.ts'
import { restore } from '../programs/wallet.ts'
import { row, type Row } from '../row.ts'
import { startServer } from '../server.ts'
import { median } from '../statistics.ts'
import { usage } from '../usage.ts'

/** Of one refresh. */
type Part = { bytes: number; cpuSeconds: number }

/** `opened`: the first refresh of a wallet. `followed`: the next one, with as many new blocks. */
type Run = { opened: Part; followed: Part }

type Figure = (run: Run) => number

const blocksPerDay = 720

export const whole: Group = {
  name: 'whole',
  summary: 'the newest blocks whole, beside the same blocks pruned',
  async measure({ size, log }) {
    const tip = await makeTip(size.tip)
    const runs = { pruned: [] as Run[], whole: [] as Run[] }
    for (let round = 0; round < size.rounds; round++)
      for (const form of ['pruned', 'whole'] as const) {
        const run = await measured(tip, form === 'pruned' ? ['--no-whole-blocks'] : [])
        runs[form].push(run)
        const { opened, followed } = run
        log(
          `${form}: ${opened.cpuSeconds.toFixed(2)} s of CPU for the first blocks, ` +
            `${followed.cpuSeconds.toFixed(2)} s for the next`,
        )
      }
    return rowsOf(size.tip.blocks, runs)
  },
}

async function measured(tip: Tip, flags: readonly string[]): Promise<Run> {
  const node = tipNode(tip)
  const server = await startServer(node.answer)
  const wallet = await ourNodeWallet({ daemon: server.address, flags })
  const refreshed = async (blocks: number): Promise<Part> => {
    const before = server.answered()
    const { cpuSeconds } = await usage(wallet, () => wallet.call('refresh'))
    const { height } = await wallet.call('get_height')
    if (Number(height) !== 1 + blocks) throw new Error(`${height} blocks of ${1 + blocks}`)
    return { cpuSeconds, bytes: server.answered() - before }
  }
  try {
    await restore(wallet)
    const opened = await refreshed(tip.form.blocks)
    node.grow()
    const followed = await refreshed(2 * tip.form.blocks)
    return { opened, followed }
  } finally {
    await wallet.close()
    await server.close()
  }
}

function rowsOf(blocks: number, runs: Record<'pruned' | 'whole', readonly Run[]>): Row[] {
  const of = (form: 'pruned' | 'whole', figure: Figure) => median(runs[form].map(figure))
  const perBlock = (figure: Figure, unit: number) => ({
    pruned: of('pruned', figure) / blocks / unit,
    whole: of('whole', figure) / blocks / unit,
  })
  const kilobyte = 1e3
  const millisecond = 1e-3
  const newBytes = perBlock(({ followed }) => followed.bytes, kilobyte)
  const newCpu = perBlock(({ followed }) => followed.cpuSeconds, millisecond)
  const firstBytes = perBlock(({ opened }) => opened.bytes, kilobyte)
  const firstCpu = perBlock(({ opened }) => opened.cpuSeconds, millisecond)
  const daily = (each: number) => (each * blocksPerDay) / kilobyte
  return [
    row({
      name: 'whole/bytes of a new block, beside pruned',
      unit: 'kB',
      value: newBytes.whole,
      reference: newBytes.pruned,
    }),
    row({
      name: 'whole/CPU of a new block, beside pruned',
      unit: 'ms',
      value: newCpu.whole,
      reference: newCpu.pruned,
    }),
    row({
      name: 'whole/bytes of new blocks in a day, beside pruned',
      unit: 'MB',
      value: daily(newBytes.whole),
      reference: daily(newBytes.pruned),
    }),
    // The block was read pruned before, which the reference is.
    row({
      name: 'whole/further bytes to check a block after opening, beside pruned',
      unit: 'kB',
      value: firstBytes.whole - firstBytes.pruned,
      reference: firstBytes.pruned,
    }),
    row({
      name: 'whole/further CPU to check a block after opening, beside pruned',
      unit: 'ms',
      value: firstCpu.whole - firstCpu.pruned,
      reference: firstCpu.pruned,
    }),
  ]
}
