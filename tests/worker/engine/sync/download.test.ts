import { describe, test } from 'vitest'
import { expectRejected, type Lie } from '../../../support/daemons/lying-daemon.ts'

const lies: [string, Lie, string][] = [
  [
    'gives no blocks though it has more',
    { blocks: (a) => ({ ...a, blocks: [], output_indices: [] }) },
    'it holds no blocks',
  ],
  [
    'begins with unknown blocks',
    {
      blocks: (a) => ({
        ...a,
        blocks: a.blocks.slice(1),
        output_indices: a.output_indices.slice(1),
        start_height: a.start_height + 1n,
      }),
    },
    'it does not begin at a block we know',
  ],
]

describe('error: a daemon that', () => {
  test.each(lies)('%s is refused, and nothing changes', (_, lie, message) =>
    expectRejected(lie, message),
  )
})
