import { describe, expect, test } from 'vitest'
import { VoteWindow, voteOf, voteWindow } from '../../../../proxy/node/blockchain/fork-votes.ts'

// monero HardFork: the vote of a block is its minor version, at least 1 and at most the newest version.
const votesFor = (window: VoteWindow, version: number) => window.info('mainnet', 0n, version).votes

describe('voteOf', () => {
  test('is the minor version, and 1 for blocks without a vote', () => {
    expect([0, 1, 2, 16, 255].map(voteOf)).toEqual([1, 1, 2, 16, 255])
  })
})

describe('VoteWindow', () => {
  test('counts the votes for a version or a later one', () => {
    const window = new VoteWindow([0, 1, 15, 16, 255])
    expect([1, 2, 15, 16, 17].map((version) => votesFor(window, version))).toEqual([5, 3, 3, 2, 0])
  })

  test('counts the blocks of one week', () => {
    const window = new VoteWindow(Array(voteWindow).fill(15))
    expect(voteWindow).toBe(10_080)
    for (let block = 0; block < 3; block++) window.added(16)
    expect(window.info('mainnet', 0n, 16)).toMatchObject({ window: 10_080, votes: 3 })
    expect(votesFor(window, 15)).toBe(10_080)
  })

  test('counts the version of a popped block in place of its vote, until the votes are counted again', () => {
    const window = new VoteWindow([15, 15, 16])
    window.popped(1)
    expect(window.info('mainnet', 0n, 2)).toMatchObject({ window: 3, votes: 2 })
    window.popped(16)
    // The window has now 16 and 1 at the old end, and 15.
    expect([1, 15, 16].map((version) => votesFor(window, version))).toEqual([3, 2, 1])
  })

  test('reports the fork of the mainnet and its height', () => {
    const window = new VoteWindow([16])
    expect(window.info('mainnet', 2_689_607n, 16)).toEqual({
      version: 15,
      enabled: false,
      window: 1,
      votes: 1,
      threshold: 0,
      earliestHeight: 2_689_608n,
      voting: 16,
    })
    expect(window.info('mainnet', 2_689_608n, 16)).toMatchObject({ version: 16, enabled: true })
    expect(window.info('mainnet', 2_689_608n, 17)).toMatchObject({
      enabled: false,
      earliestHeight: 18_446_744_073_709_551_615n,
    })
  })
})
