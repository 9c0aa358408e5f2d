/**
 * A process that dies at any write of a wallet, or of the one beside it that scans for it.
 */
import { expect, test } from 'vitest'
import { dispatch } from '../../../worker/rpc/dispatch.ts'
import { testCrypto } from '../../support/wasm/crypto.ts'
import { seed } from '../../support/random/case-counts.ts'
import {
  call,
  createWallet,
  allTables,
  unresolved,
  reopen,
  repeatableScript,
  startProcess,
  type Process,
} from '../../support/wallets/crashing-wallet.ts'
import { scriptedWallet } from '../../support/wallets/scripted-wallet.ts'
import type { ScriptedChain } from '../../support/chains/scripted-chain.ts'

const xmr = 1_000_000_000_000n
const chosen = seed()

const setUp = ({ service }: Process, background_cache_password: string) =>
  call(service, 'setup_background_sync', {
    background_sync_type: 'custom-background-password',
    wallet_password: 'p',
    background_cache_password,
  })

const open = ({ service }: Process, filename: string, password: string) =>
  call(service, 'open_wallet', { filename, password })

/** Two payments to us, of which the second spends the first, and blocks on top. */
function pay(script: ScriptedChain, coins: bigint) {
  const amount = coins * xmr
  const first = script.pay({ payments: [{ amount, to: { account: 0, address: 1 } }] })
  const payments = [{ amount: amount - 1000n, to: { account: 0, address: 4 } }]
  script.mine([first]).mine([script.pay({ payments, spends: [first.keyImages[0]!] })])
  for (let block = 0; block < 9; block++) script.mine()
}

const life: ((process: Process) => Promise<unknown>)[] = [
  (process) => createWallet(process),
  (process) => setUp(process, 'b'),
  ({ service }) => call(service, 'refresh'),
  ({ service }) => call(service, 'close_wallet'),
  async (process) => {
    pay(process.script, 3n)
    await open(process, 'w.background', 'b')
    await call(process.service, 'refresh')
    await call(process.service, 'close_wallet')
  },
  (process) => open(process, 'w', 'p'),
  async (process) => {
    pay(process.script, 2n)
    await call(process.service, 'refresh')
    await setUp(process, 'c')
    await open(process, 'w', 'p')
  },
  async (process) => {
    pay(process.script, 4n)
    await call(process.service, 'start_background_sync')
    await call(process.service, 'refresh')
    await call(process.service, 'close_wallet')
    pay(process.script, 1n)
    await open(process, 'w.background', 'c')
    await call(process.service, 'refresh')
  },
  (process) => open(process, 'w', 'p'),
  ({ service }) =>
    call(service, 'setup_background_sync', { background_sync_type: 'off', wallet_password: 'p' }),
]

async function newProcess() {
  const script = await repeatableScript(chosen)
  script.perAnswer = 8
  pay(script, 5n)
  return startProcess(script, chosen)
}

/** Lives until the end, or until `moment` never comes; resolves to whether it came to the end. */
async function live(process: Process, moment: Promise<unknown> = unresolved()): Promise<boolean> {
  for (const step of life) {
    const died = await Promise.race([step(process).then(() => false), moment.then(() => true)])
    if (died) return false
  }
  return true
}

/** Leaves out the settings of the background wallet. */
function books({ service }: Pick<Process, 'service'>) {
  const { info: _i, secrets: _s, ...rest } = allTables(service.wallet!.store)
  return rest
}

/** Of a wallet that saw the same chain by itself. */
async function alone(script: ScriptedChain) {
  const { service, wallet } = await scriptedWallet(await testCrypto(), { script })
  await wallet.sync.refresh()
  return books({ service })
}

async function expectWhole(process: Process) {
  const { service, files, script } = process
  if (files.contents.get('w')!.size === 0) return
  await open(process, 'w', 'p')
  await call(service, 'refresh')
  expect(books(process)).toEqual(await alone(script))
  expect(await call(service, 'query_key', { key_type: 'spend_key' })).toHaveProperty('key')
  const hasOther = service.wallet!.secrets.background !== undefined
  await call(service, 'close_wallet')
  const opened = []
  for (const password of ['b', 'c'])
    if (
      'result' in (await dispatch(service, 'open_wallet', { filename: 'w.background', password }))
    )
      opened.push(service.wallet!.chain.height)
  expect(opened).toEqual(hasOther ? [BigInt(script.height)] : [])
}

test('a process that ends at any write leaves an intact wallet and background wallet', async () => {
  const whole = await newProcess()
  expect(await live(whole)).toBe(true)
  const writes = whole.files.history.length
  expect(writes).toBeGreaterThan(20)
  for (let fatal = 1; fatal <= writes; fatal++) {
    const process = await newProcess()
    const moment = new Promise<void>((died) => {
      process.files.before = (write) => {
        if (write < fatal) return
        died()
        return unresolved()
      }
    })
    expect(await live(process, moment), `write ${fatal}`).toBe(false)
    await expectWhole(await reopen(process, chosen))
  }
}, 300_000)
