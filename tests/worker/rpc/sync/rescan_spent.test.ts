import { describe, expect, test } from 'vitest'
import { coin, rescanScene } from '../../../support/wallets/rescan-scene.ts'

/** A daemon that says of every key image what is told it, and refuses transactions when told. */
async function toldScene() {
  let told: ((count: number) => number[]) | undefined
  let refuses = false
  const scene = await rescanScene({
    lie: (daemon) => ({
      ...daemon,
      json: {
        ...daemon.json,
        is_key_image_spent: async (params) => {
          const truth = await daemon.json.is_key_image_spent(params)
          return told ? { ...truth, spent_status: told(params.key_images!.length) } : truth
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
    tell: (answer: typeof told) => void (told = answer),
    refuse: (isRefused: boolean) => void (refuses = isRefused),
  }
}

describe('rescan_spent', () => {
  test('changes nothing when the books are right', async () => {
    const { call, books } = await toldScene()
    const before = books()
    expect(await call('rescan_spent')).toEqual({ result: {} })
    expect(books()).toEqual(before)
  })

  test('what the daemon saw spent is in no balance, until it says otherwise', async () => {
    const { call, tell, balance, wallet, script, all } = await toldScene()
    tell((count) => new Array<number>(count).fill(1))
    expect(await call('rescan_spent')).toEqual({ result: {} })
    expect(await balance()).toBe(0n)
    // By what it was spent is not known, so that blocks that are taken back do not undo it.
    script.pop(1)
    script.mine().mine()
    await wallet.sync.refresh()
    expect(await balance()).toBe(0n)
    tell(undefined)
    await call('rescan_spent')
    expect(await balance()).toBe(all)
  })

  test('what a transaction of ours spends that waits stays spent', async () => {
    const { call, tell, books, pay } = await toldScene()
    await pay()
    tell((count) => new Array<number>(count).fill(0))
    const { outputs } = books()
    await call('rescan_spent')
    // The 7 coins, whose spend is mined, are there again: the daemon is believed.
    const changed = (books().outputs as [string, { amount: bigint }][]).filter(
      (row, at) => JSON.stringify(row, plain) !== JSON.stringify((outputs as unknown[])[at], plain),
    )
    expect(changed.map(([, { amount }]) => amount)).toEqual([7n * coin])
  })

  test('what can never be mined is given up, and on its way again once the daemon has it', async () => {
    const { call, balance, wallet, script, all, pay, refuse } = await toldScene()
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

  test('error: an answer that is not one a key image, and nothing has changed', async () => {
    const { call, tell, books } = await toldScene()
    const before = books()
    tell(() => [1])
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
    const { call } = await toldScene()
    await call('set_daemon', { address: 'scripted:1' })
    expect(await call('rescan_spent')).toEqual({
      error: { code: -1, message: 'This command requires a trusted daemon.' },
    })
  })
})

const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)
