import { describe, expect, test } from 'vitest'
import { coin, rescanScene } from '../../../support/wallets/rescan-scene.ts'

/** A wallet whose daemon returns a chosen spent status, and refuses transactions while `refuse(true)` holds. */
async function statusScene() {
  let statusOf: ((count: number) => number[]) | undefined
  let refuses = false
  const scene = await rescanScene({
    lie: (daemon) => ({
      ...daemon,
      json: {
        ...daemon.json,
        is_key_image_spent: async (params) => {
          const truth = await daemon.json.is_key_image_spent(params)
          return statusOf ? { ...truth, spent_status: statusOf(params.key_images!.length) } : truth
        },
        send_raw_transaction: async (params) => {
          if (!refuses) return daemon.json.send_raw_transaction(params)
          return { status: 'Failed', invalid_input: true } as never
        },
      },
    }),
  })
  await scene.wallet.sync.refresh()
  const all = 13n * coin - 1000n
  expect(await scene.balance()).toBe(all)
  return {
    ...scene,
    all,
    report: (answer: typeof statusOf) => void (statusOf = answer),
    refuse: (isRefused: boolean) => void (refuses = isRefused),
  }
}

describe('rescan_spent', () => {
  test('changes nothing when the ledger agrees with the daemon', async () => {
    const { call, books } = await statusScene()
    const before = books()
    expect(await call('rescan_spent')).toEqual({ result: {} })
    expect(books()).toEqual(before)
  })

  test('leaves outputs that the daemon reports as spent out of the balance until the next rescan', async () => {
    const { call, report, balance, wallet, script, all } = await statusScene()
    report((count) => new Array<number>(count).fill(1))
    expect(await call('rescan_spent')).toEqual({ result: {} })
    expect(await balance()).toBe(0n)
    // The spending transaction is unknown, so a reorganisation does not change the state.
    script.pop(1)
    script.mine().mine()
    await wallet.sync.refresh()
    expect(await balance()).toBe(0n)
    report(undefined)
    await call('rescan_spent')
    expect(await balance()).toBe(all)
  })

  test('keeps outputs spent that a pending payment spends', async () => {
    const { call, report, books, pay } = await statusScene()
    await pay()
    report((count) => new Array<number>(count).fill(0))
    const { outputs } = books()
    await call('rescan_spent')
    // The daemon reports the 7 coins as unspent although their spend is mined; the ledger follows it.
    const changed = (books().outputs as [string, { amount: bigint }][]).filter(
      (row, at) => JSON.stringify(row, plain) !== JSON.stringify((outputs as unknown[])[at], plain),
    )
    expect(changed.map(([, { amount }]) => amount)).toEqual([7n * coin])
  })

  test('marks a payment that the daemon refuses as failed, and as pending once the pool has it', async () => {
    const { call, balance, wallet, script, all, pay, refuse } = await statusScene()
    const txid = await pay()
    const { fee } = wallet.store.sent.get(txid)!
    const state = () => wallet.store.sent.get(txid)!.state
    const [waiting] = script.pool.values()
    script.mine([waiting!])
    await wallet.sync.refresh()
    expect([state(), await balance()]).toEqual(['mined', all - fee])
    // The block is abandoned, and the transaction is not valid on the chain that took its place.
    script.pop(1)
    refuse(true)
    script.mine().mine()
    await wallet.sync.refresh()
    expect([state(), await balance()]).toEqual(['pending', all - fee])
    expect(await call('rescan_spent')).toEqual({ result: {} })
    expect([state(), await balance()]).toEqual(['failed', all])
    const failed = await call('get_transfers', { failed: true, pending: true })
    expect(failed).toMatchObject({ result: { failed: [{ txid, type: 'failed' }] } })

    script.wait(waiting!)
    await wallet.sync.refresh()
    expect([state(), await balance()]).toEqual(['pending', all - fee])
  })

  test('error: the answer lacks a status for each key image, and no record changes', async () => {
    const { call, report, books } = await statusScene()
    const before = books()
    report(() => [1])
    expect(await call('rescan_spent')).toEqual({
      error: {
        code: -1,
        message:
          'daemon returned wrong response for is_key_image_spent, wrong amounts count = 1, expected 4',
      },
    })
    expect(books()).toEqual(before)
  })

  test('error: the daemon is not trusted', async () => {
    const { call } = await statusScene()
    await call('set_daemon', { address: 'scripted:1' })
    expect(await call('rescan_spent')).toEqual({
      error: { code: -1, message: 'This command requires a trusted daemon.' },
    })
  })
})

const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)
