/**
 * Every wallet method in every way, asked of monero-wallet-rpc and of ours on the same chain with the
 * same keys: the answers agree, or a rule says why not.
 */
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import { plainCases } from '../../support/conformance/cases/cases.ts'
import { count } from '../../support/random/case-counts.ts'
import { inRestricted } from '../../support/conformance/cases/call-order.ts'
import { conformance, unusedRules } from '../../support/conformance/run.ts'
import { startPrograms } from '../../support/conformance/scene.ts'
import { mostOutputs } from '../../support/conformance/differences/rough-numbers.ts'
import type { Side } from '../../support/conformance/both-wallets.ts'
import { page } from '../../support/conformance/table.ts'

const { record, scene, alike } = conformance((daemon) => startPrograms(daemon))

describe('a restricted service', () => {
  beforeAll(async () => {
    const { node, pair } = scene()
    const again = (side: Side) => ({
      walletDir: pair[side].walletDir!,
      only: 'w',
      flags: ['--restricted-rpc'],
    })
    await Promise.all([pair.theirs.stop(), pair.ours.stop()])
    scene().pair = await startPrograms(node.address, {
      theirs: again('theirs'),
      ours: again('ours'),
    })
  })

  test.each(inRestricted)('%s', (name) => alike('restricted', name, plainCases(name)))
})

test('the chain is not longer than the permitted differences allow', async () => {
  const { histogram } = await scene().node.call('get_output_histogram', { amounts: [0] })
  const [{ total_instances }] = histogram
  expect(total_instances).toBeGreaterThan(100n)
  expect(total_instances).toBeLessThanOrEqual(BigInt(mostOutputs))
})

// All calls are made in a proof run; a few tell too little.
if (count(0, 1) === 1) {
  test('every permitted difference is used', () => {
    expect(unusedRules(record)).toEqual([])
  })

  test('docs/conformance.md contains the result of this run', async () => {
    await expect(page(record)).toMatchFileSnapshot('../../../docs/conformance.md')
  })
}
