import { expect, test } from 'vitest'
import { showSize } from '../../../web/format/size.ts'

test.each([
  [0n, /^less than 1 MB$/],
  [999_999n, /^less than 1 MB$/],
  [1_240_000n, /^about 1.2 MB$/],
  [994_000_000n, /^about 990 MB$/],
  [1_000_000_000n, /^about 1 GB$/],
  [26_400_000_000n, /^about 26 GB$/],
])('%i bytes are shown coarsely', (bytes, text) => {
  expect(showSize(bytes)).toMatch(text)
})
