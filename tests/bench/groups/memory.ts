/**
 * Memory that an open wallet of 2000 transactions holds while it is idle: after a refresh, and after Argon2id.
 *
 * @module
 */
import { pause } from '../../support/programs/process.ts'
import type { Group } from '../group.ts'
import { residentBytes } from '../processes.ts'
import type { ChromiumWallet } from '../programs/ours-chromium.ts'
import type { BenchWallet } from '../programs/wallet.ts'
import { atMost, noGoal, row, type Row } from '../row.ts'
import { held } from '../usage.ts'
import { openFilled, type Wallets } from '../wallets.ts'

/** Programs collect their garbage when they are idle. */
const idleMs = 20_000

/** In MB. */
type Held = { service: number; native: number | null; engine: number; page: number }

export const memory: Group = {
  name: 'memory',
  summary: 'memory that an idle wallet holds',
  async measure({ size, log }) {
    const wallets = await openFilled(size.ours)
    try {
      log('after the refresh')
      const refreshed = await heldBy(wallets)
      for (const wallet of programsOf(wallets)) await checkPasswords(wallet)
      log('after passwords')
      const stretched = await heldBy(wallets)
      return [
        ...rowsOf('after a refresh', refreshed),
        ...rowsOf('after Argon2id', stretched),
        row({
          name: 'memory/most of the service',
          unit: 'MB',
          value: residentBytes(wallets.node.pid).peak / 1e6,
          reference: wallets.native ? residentBytes(wallets.native.pid).peak / 1e6 : null,
        }),
      ]
    } finally {
      await wallets.close()
    }
  },
}

const programsOf = ({ node, native, chromium }: Wallets): BenchWallet[] => [
  node,
  chromium,
  ...(native ? [native] : []),
]

/** Two wrong passwords, and a change to the same one. */
async function checkPasswords({ call }: BenchWallet) {
  const change = (old_password: string) =>
    call('change_wallet_password', { old_password, new_password: '' })
  for (let i = 0; i < 2; i++) {
    const outcome = await change('wrong').catch(() => 'refused')
    if (outcome !== 'refused') throw new Error('a wrong password was taken')
  }
  await change('')
}

async function heldBy({ node, native, chromium }: Wallets): Promise<Held> {
  await pause(idleMs)
  const megabytes = ({ pid }: BenchWallet) => residentBytes(pid).now / 1e6
  return {
    service: megabytes(node),
    native: native ? megabytes(native) : null,
    engine: (await engineBytes(chromium)) / 1e6,
    page: held(chromium.holders()) / 1e6,
  }
}

/** Heap of the engine's worker without garbage, and the buffers and WebAssembly memories that it holds. */
async function engineBytes({ worker, settle }: ChromiumWallet): Promise<number> {
  await settle?.()
  const { usedSize, embedderHeapUsedSize, backingStorageSize } =
    await worker.client.send('Runtime.getHeapUsage')
  return usedSize + embedderHeapUsedSize + backingStorageSize + (await wasmBytes(worker))
}

/** WebAssembly memories of a worker: Chromium does not count them as backing storage. */
async function wasmBytes({ client }: ChromiumWallet['worker']): Promise<number> {
  const { result: prototype } = await client.send('Runtime.evaluate', {
    expression: 'WebAssembly.Memory.prototype',
  })
  const { objects } = await client.send('Runtime.queryObjects', {
    prototypeObjectId: prototype.objectId!,
  })
  const { result } = await client.send('Runtime.callFunctionOn', {
    objectId: objects.objectId!,
    functionDeclaration:
      'function () { return this.reduce((sum, { buffer }) => sum + buffer.byteLength, 0) }',
    returnByValue: true,
  })
  return result.value as number
}

const rowsOf = (when: string, { service, native, engine, page }: Held): Row[] => [
  row({
    name: `memory/wallet service ${when}`,
    unit: 'MB',
    value: service,
    reference: native,
    goal: atMost(120, 'MB'),
  }),
  row({
    name: `memory/engine worker of the page ${when}`,
    unit: 'MB',
    value: engine,
    goal: atMost(80, 'MB'),
  }),
  row({ name: `memory/whole page ${when}`, unit: 'MB', value: page, goal: noGoal }),
]
