import { describe, expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import { stringifyJson } from '#protocol/json/json.ts'
import { Offline } from '../../../../web/offline/state/offline.svelte.ts'
import { emptyProgress } from '../../../../web/offline/state/progress.ts'
import type { WalletState } from '../../../../web/state/wallet.svelte.ts'

/** The page of an offline wallet that knows one output. @param answers - Replace those of single calls. */
async function page(answers: Record<string, () => unknown> = {}) {
  let stored = stringifyJson({ ...emptyProgress, outputs: 'old outputs', keyImages: 'old images' })
  let outputs = 1
  const known: Record<string, (params: { value: string }) => unknown> = {
    get_state: () => ({ open: 'mine' }),
    get_attribute: () => ({ value: stored }),
    set_attribute: ({ value }) => void (stored = value),
    get_offline_state: () => ({ outputs }),
    import_outputs: () => ({ num_imported: BigInt(++outputs) }),
    export_outputs: () => ({ outputs_data_hex: 'new outputs' }),
    export_key_image_file: () => ({ key_images_hex: 'new images', count: 1 }),
    ...answers,
  }
  const call = (name: string) => async (params: { value: string }) => known[name]!(params)
  const session = {
    wallet: undefined as unknown,
    client: new Proxy({}, { get: (_, name) => call(String(name)) }),
  }
  const wallet = { session, name: 'mine' } as unknown as WalletState
  session.wallet = wallet
  const offline = new Offline(wallet)
  await offline.start()
  return offline
}

describe('an offline wallet that takes outputs', () => {
  test('gives no key images of before, once it knows the new outputs', async () => {
    const seen: unknown[] = []
    const offline = await page({
      export_key_image_file: () => {
        // The balance changed, so the screen reads the state while the key images are made.
        seen.push(offline.keyImages)
        return offline.readState().then(() => {
          seen.push(offline.state?.outputs, offline.keyImages)
          return { key_images_hex: 'new images', count: 1 }
        })
      },
    })
    expect(offline.keyImages).toBe('old images')
    expect(await offline.importOutputs('outputs')).toBeUndefined()
    expect(seen).toEqual([undefined, 2, undefined])
    expect(offline.keyImages).toBe('new images')
    expect(offline.imported).toBe(2)
  })

  test('error: gives those of before where the outputs are refused', async () => {
    const offline = await page({
      import_outputs: () => {
        throw new RpcError('UNKNOWN_ERROR', 'Outputs from are for a different account')
      },
    })
    expect(await offline.importOutputs('outputs')).toBe(
      'This belongs to another wallet, or it is damaged. Create it again in the wallet with the same keys.',
    )
    expect(offline.keyImages).toBe('old images')
  })

  test('makes all key images where none is requested', async () => {
    const asked: unknown[] = []
    const answer = (params: { all: boolean }) => {
      asked.push(params.all)
      return { key_images_hex: params.all ? 'all images' : 'none', count: params.all ? 2 : 0 }
    }
    const offline = await page({ export_key_image_file: answer as () => unknown })
    await offline.importOutputs('outputs')
    expect(asked).toEqual([false, true])
    expect(offline.keyImages).toBe('all images')
  })
})

describe('a view-only wallet', () => {
  test('gives no outputs of before while it makes new ones', async () => {
    const offline = await page()
    const made = offline.exportOutputs(true)
    expect(offline.outputs).toBeUndefined()
    await made
    expect(offline.outputs).toBe('new outputs')
  })

  test('error: gives those of before where new ones cannot be made', async () => {
    const offline = await page({
      export_outputs: () => {
        throw new RpcError('UNKNOWN_ERROR', 'Nothing requested')
      },
    })
    await offline.exportOutputs(false)
    expect(offline.task.error).toBe('Nothing requested')
    expect(offline.outputs).toBe('old outputs')
  })
})
