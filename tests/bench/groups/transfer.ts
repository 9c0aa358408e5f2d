/**
 * Building and signing payments on a real private chain, without sending them.
 *
 * @module
 */
import { purses, startRegtest } from '../chain/regtest.ts'
import type { Group } from '../group.ts'
import { hasWalletRpc, type BenchWallet } from '../programs/wallet.ts'
import { cpuOf } from '../processes.ts'
import { noGoal, ratioAtMost, type Row } from '../row.ts'
import { meanOf } from '../statistics.ts'
import { minerAddress } from '../../support/programs/monerod.ts'
import { startNightjar } from '../../support/programs/nightjar.ts'
import { inTurns, named, openWallets, ourRows } from '../wallets.ts'

const xmr = 1_000_000_000_000n

type Payment = {
  name: string
  inputs: number
  purse: number
  recipients: number
  /** Highest ratios of wall time and of CPU time to those of monero-wallet-rpc. */
  most: number
  mostCpu?: number
}

const payments: readonly Payment[] = [
  { name: '1-in/2-out', inputs: 1, purse: purses.one, recipients: 1, most: 1 },
  { name: '2-in/2-out', inputs: 2, purse: purses.two, recipients: 1, most: 1, mostCpu: 1 },
  { name: '2-in/16-out', inputs: 2, purse: purses.two, recipients: 15, most: 1.1 },
]

export const transfer: Group = {
  name: 'transfer',
  summary: 'payments, built and signed',
  async measure({ size, log }) {
    if (!hasWalletRpc) return unmeasured('monero is not installed', log)
    const node = await startRegtest(size.coins)
    const page = await startNightjar({ upstream: node.url })
    const wallets = await openWallets({ url: page.url, address: node.address })
    try {
      for (const [, { call }] of named(wallets)) await call('refresh')
      const rows: Row[] = []
      for (const payment of payments) {
        for (const [name, wallet] of named(wallets)) await requireInputs(name, wallet, payment)
        const cpu = new Map<string, number[]>()
        const ms = await inTurns(wallets, size.calls, async ({ pid, time }, name) => {
          const before = cpuOf(pid)
          const took = await time('transfer', ask(payment))
          cpu.set(name, [...(cpu.get(name) ?? []), 1000 * (cpuOf(pid) - before)])
          return took
        })
        rows.push(...ourRows(`transfer/${payment.name}`, ms, goalOf(payment)))
        const cpuMs = (name: string) => meanOf(cpu.get(name) ?? [])
        rows.push(...ourRows(`transfer/${payment.name}, CPU`, cpuMs, cpuGoalOf(payment)))
      }
      return rows
    } finally {
      await wallets.close()
      await page.program.stop()
      await node.stop()
    }
  },
}

/** A payment that is built and signed, but not sent. */
function ask({ inputs, purse, recipients }: Payment) {
  // More than one output of the account if two inputs are required, and less than its balance.
  const amount = (inputs === 2 ? 12n * xmr : xmr) / BigInt(recipients)
  return {
    destinations: Array.from({ length: recipients }, () => ({ address: minerAddress, amount })),
    account_index: 0,
    subaddr_indices: [purse],
    do_not_relay: true,
  }
}

async function requireInputs(program: string, { call }: BenchWallet, payment: Payment) {
  const { spent_key_images } = await call('transfer', ask(payment))
  const spent = spent_key_images.key_images.length
  if (spent !== payment.inputs)
    throw new Error(`${program}: transfer ${payment.name} spent ${spent} outputs`)
}

const goalOf = ({ most }: Payment) => ratioAtMost(most, 'monero-wallet-rpc')
const cpuGoalOf = ({ mostCpu }: Payment) =>
  mostCpu === undefined ? noGoal : ratioAtMost(mostCpu, 'monero-wallet-rpc')

function unmeasured(why: string, log: (line: string) => void): Row[] {
  log(why)
  return payments.flatMap((payment) => [
    ...ourRows(`transfer/${payment.name}`, () => null, goalOf(payment)),
    ...ourRows(`transfer/${payment.name}, CPU`, () => null, cpuGoalOf(payment)),
  ])
}
