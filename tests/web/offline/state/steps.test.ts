import { describe, expect, test } from 'vitest'
import { currentStep } from '../../../../web/offline/state/steps.ts'

const none = { unsigned: '', signed: '', outputs: '' }
const state = { outputs: 3, missing: 0, scanned: true, restore_height: 0n, own_offline: false }

describe('the step that the screen opens with', () => {
  test.each([
    ['a payment under way', true, state, { ...none, unsigned: 'aa' }, 'pay'],
    ['a signed payment', false, state, { ...none, signed: 'aa' }, 'pay'],
    ['no output yet', true, { ...state, outputs: 0 }, none, 'setup'],
    ['an unknown state', true, undefined, none, 'setup'],
    ['missing key images', true, { ...state, missing: 1 }, none, 'sync'],
    ['outputs that are not answered', true, state, { ...none, outputs: 'aa' }, 'sync'],
    ['all key images', true, state, none, 'pay'],
    ['imported outputs', false, { ...state, scanned: false }, none, 'pay'],
    ['a wallet that was online', false, state, none, 'setup'],
  ] as const)('%s', (_, isViewOnly, given, progress, step) => {
    expect(currentStep(isViewOnly, given, progress)).toBe(step)
  })
})
