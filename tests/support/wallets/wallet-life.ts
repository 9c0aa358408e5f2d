/**
 * The life of a wallet, step by step, and what must be true of it however often something failed.
 *
 * @module
 */
import { expect } from 'vitest'
import type { SentRecord } from '../../../worker/engine/store/records.ts'
import type { Wallet } from '../../../worker/engine/wallet.ts'
import type { ScriptedChain } from '../chains/scripted-chain.ts'
import { keyImagesOf } from '../chains/spendable-chain.ts'
import { minerAddress } from '../programs/monerod.ts'
import {
  allTables,
  call,
  createWallet,
  repeatableScript,
  startProcess,
  type Process,
} from './crashing-wallet.ts'

const xmr = 1_000_000_000_000n

/** The service of a wallet and its chain. */
type Living = Pick<Process, 'service' | 'script'>

export type Step = {
  /** What happens on the chain before it. */
  grow?: (script: ScriptedChain) => void
  /** What the user does. */
  act: (process: Living) => Promise<unknown>
}

const refresh = ({ service }: Living) => service.wallet!.sync.refresh()

/** What a wallet does while its chain grows. */
export const life: readonly Step[] = [
  { act: createWallet },
  { act: refresh },
  {
    act: ({ service }) =>
      call(service, 'transfer', {
        destinations: [{ address: minerAddress, amount: 5n * xmr }],
        priority: 1,
      }),
  },
  { act: refresh },
  {
    grow(script) {
      script.mine([...script.pool.values()])
      for (let block = 0; block < 3; block++) script.mine()
    },
    act: refresh,
  },
  {
    grow(script) {
      script.wait(...script.pop(4))
      for (let block = 0; block < 6; block++) script.mine()
    },
    act: refresh,
  },
  { act: ({ service }) => call(service, 'create_address', { label: 'shop' }) },
  {
    act: ({ service }) =>
      call(service, 'change_wallet_password', { old_password: 'p', new_password: 'p' }),
  },
]

/** Coins of several blocks, an address beyond those watched at first, and enough to hide among. */
export async function newChain(seed: number): Promise<ScriptedChain> {
  const script = await repeatableScript(seed)
  script.perAnswer = 16
  const pay = (account: number, address: number, amount: bigint) =>
    script.pay({ payments: [{ to: { account, address }, amount }] })
  script.mine([pay(0, 0, 9n * xmr)]).mine([], { account: 0, address: 0 })
  while (script.height < 20) script.mine()
  script.mine([pay(0, 0, 2n * xmr), pay(0, 4, xmr)]).mine([pay(1, 2, 3n * xmr), pay(0, 7, xmr)])
  while (script.height < 50) script.mine()
  return script
}

/** What must not depend on how often the process died. */
function money({ store, chain }: Wallet) {
  const { outputs, received, sent } = allTables(store) as Record<string, [string, object][]>
  return {
    height: chain.height,
    outputs,
    received,
    sent: sent!.map(([txid, record]) => {
      const { state, fee, amountIn, keyImages, height } = record as SentRecord
      return { txid, state, fee, amountIn, keyImages, height }
    }),
  }
}

/**
 * Opens what a process left, and compares it with a wallet restored from its seed.
 *
 * @param seed - For the process of the restored wallet.
 */
export async function expectSound(process: Living, seed: number): Promise<void> {
  const { service, script } = process
  const wallet = await service.open('w', 'p')
  await wallet.sync.refresh()
  await expectNothingOfferedTwice(process)
  for (const { txid, state } of wallet.store.sent.values())
    if (state === 'journaled') await wallet.spend.resend(txid)
  script.mine([...script.pool.values()])
  for (let block = 0; block < 10; block++) script.mine()
  await wallet.sync.refresh()

  const restored = await startProcess(script, seed)
  const fresh = await createWallet(restored)
  await fresh.sync.refresh()
  expect(money(wallet)).toEqual(money(fresh))
  expect(script.pool.size).toBe(0)
}

/** What the wallet would spend now must not be spent by anything in pool or journal. */
async function expectNothingOfferedTwice({ service, script }: Living) {
  const { sent } = service.wallet!.store
  const taken = new Set([
    ...[...script.pool.values()].flatMap(keyImagesOf),
    ...[...sent.values()].flatMap(({ keyImages }) => keyImages),
  ])
  const swept = (await call(service, 'sweep_all', {
    address: minerAddress,
    do_not_relay: true,
    priority: 1,
  })) as { spent_key_images_list: { key_images: string[] }[] }
  const offered = swept.spent_key_images_list.flatMap(({ key_images }) => key_images)
  expect(offered.length).toBeGreaterThan(0)
  expect(offered.filter((image) => taken.has(image))).toEqual([])
  expect(new Set(offered).size).toBe(offered.length)
}
