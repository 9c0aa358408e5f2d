import { describe, expect, test } from 'vitest'
import { scene, settled } from '../../support/daemons/scripted-nodes.ts'

describe('a probe', () => {
  test('asks for height and a settled block, as wallet2 does', async () => {
    const { ranked, asked } = scene([{ height: 2000 }, { height: 2000 }])
    await ranked.probe()
    // 2000 - 1 - 720 = 1279, and heights are multiples of ten.
    const calls = ['get_info', 'getblockheaderbyheight 1270']
    expect([asked(1), asked(2)]).toEqual([calls, calls])
  })

  test('compares a node that is behind at its own settled height too', async () => {
    const { ranked, asked } = scene([{ height: 2000 }, { height: 1000 }, { height: 300 }])
    await ranked.probe()
    const header = (height: number) => `getblockheaderbyheight ${height}`
    expect(asked(1)).toEqual(['get_info', header(1270), header(270), header(0)])
    expect(asked(2)).toEqual(['get_info', header(270), header(0)])
    expect(asked(3)).toEqual(['get_info', header(0)])
  })

  test('finds heights, latencies and agreement', async () => {
    const { ranked } = scene([{ latencyMs: 30 }, { height: 1999, latencyMs: 20 }])
    await ranked.probe()
    expect(ranked.states()).toEqual([
      {
        number: 1,
        state: 'answers',
        height: 2000n,
        latencyMs: 30,
        agreement: 'agrees',
        isFirst: false,
      },
      {
        number: 2,
        state: 'answers',
        height: 1999n,
        latencyMs: 20,
        agreement: 'agrees',
        isFirst: true,
      },
    ])
  })

  test('the latency is the median of the last five', async () => {
    const { ranked, script } = scene([{}])
    for (const latencyMs of [900, 900, 10, 20, 500, 30, 40]) {
      script[0]!.latencyMs = latencyMs
      await ranked.probe()
    }
    expect(ranked.states()[0]!.latencyMs).toBe(30)
  })

  test.each([
    ['unsent', 'unsent'],
    ['busy', 'refused'],
    ['html', 'invalid'],
    ['noheader', 'refused'],
  ] as const)('error: a node that is %s is unavailable: %s', async (away, problem) => {
    const { ranked, events, states } = scene([{ away }, {}])
    await ranked.probe()
    expect(states()[0]).toMatch(/^unavailable/)
    expect(events).toEqual([{ event: 'upstream_lost', node: 1, problem }])
  })

  test('error: a node that never answers is unavailable after a timeout', async () => {
    const { ranked, events, pass } = scene([{ away: 'silent' }, {}])
    const probe = ranked.probe()
    await settled()
    await pass(5000)
    await probe
    expect(events).toEqual([{ event: 'upstream_lost', node: 1, problem: 'timeout' }])
  })
})

describe('requests', () => {
  test('go to the fastest node from the first one on', async () => {
    const { ask } = scene([{ latencyMs: 30 }, { latencyMs: 10 }])
    expect(await ask()).toBe('2')
  })

  test('go to a node that is near the best height', async () => {
    const { ask } = scene([{ height: 1997, latencyMs: 1 }, { height: 1998 }, { latencyMs: 20 }])
    expect(await ask()).toBe('2')
  })

  test('go to the next node while the first is unavailable, and then to the first again', async () => {
    const { ask, script, pass } = scene([{}, { latencyMs: 20 }], { restMs: 1000 })
    expect(await ask()).toBe('1')
    script[0]!.away = 'unsent'
    expect(await ask()).toBe('2')
    script[0]!.away = undefined
    await pass(500)
    expect(await ask()).toBe('2')
    await pass(600)
    expect(await ask()).toBe('1')
  })

  test('a failed one starts a probe, but not more than one in five seconds', async () => {
    const { ask, script, pass, asked, states } = scene([{}, { latencyMs: 20 }])
    await ask()
    script[0]!.away = 'unsent'
    await ask()
    expect(states()[0]).toMatch(/^answers/)
    await pass(5000)
    expect(await ask()).toBe('2')
    await settled()
    expect(states()[0]).toMatch(/^unavailable/)
    asked(2)
    await pass(4000)
    await ask()
    expect(asked(2)).toEqual(['/x'])
  })

  test('with an effect go to the next node if they were not sent', async () => {
    const { ask, ranked, script } = scene([{}, { latencyMs: 20 }])
    await ranked.probe()
    script[0]!.away = 'unsent'
    expect(await ask({ once: true })).toBe('2')
  })

  test('error: with an effect are never sent twice', async () => {
    const { ask, ranked, script, asked } = scene([{}, { latencyMs: 20 }])
    await ranked.probe()
    script[0]!.away = 'lost'
    await expect(ask({ once: true })).rejects.toMatchObject({ reason: 'lost' })
    expect(asked(2)).not.toContain('/x')
  })

  test('error: one that the client aborts does not wait for the first probe', async () => {
    const { ask, asked } = scene([{ away: 'silent' }, {}])
    const client = new AbortController()
    const answer = ask({ signal: client.signal })
    await settled()
    client.abort()
    await expect(answer).rejects.toMatchObject({ reason: 'lost' })
    await expect(ask({ signal: client.signal })).rejects.toMatchObject({ reason: 'lost' })
    expect(asked(2)).toEqual([])
  })

  test('to a single node do not wait for a probe', async () => {
    const { ask, asked } = scene([{}])
    expect(await ask()).toBe('1')
    expect(asked(1).filter((call) => call === '/x')).toEqual(['/x'])
  })

  test('error: without an available node they fail', async () => {
    const { ask } = scene([{ away: 'unsent' }, { away: 'unsent' }])
    await expect(ask()).rejects.toMatchObject({ reason: 'unsent' })
  })
})

describe('a node of another chain', () => {
  test('is not used, although it is the fastest and the highest', async () => {
    const { ask, states, events } = scene([
      {},
      { forkAt: 500, latencyMs: 1, height: 3000 },
      { latencyMs: 20 },
    ])
    expect(await ask()).toBe('1')
    expect(states()).toEqual([
      'answers 2000 agrees first',
      'answers 3000 disagrees',
      'answers 2000 agrees',
    ])
    expect(events).toEqual([{ event: 'upstream_disagrees', node: 2, height: 1270n }])
  })

  test('error: is not used while all others are away', async () => {
    const { ask, script, pass, asked } = scene([{}, { forkAt: 500 }, {}])
    await ask()
    script[0]!.away = script[2]!.away = 'unsent'
    await expect(ask()).rejects.toMatchObject({ reason: 'unsent' })
    await pass(30_000)
    await expect(ask()).rejects.toMatchObject({ reason: 'unsent' })
    expect(asked(2)).not.toContain('/x')
  })

  test('is used when it is the only one', async () => {
    const { ask } = scene([{ forkAt: 0 }])
    expect(await ask()).toBe('1')
  })

  test('is of another network when its first blocks differ, or its name', async () => {
    const { ranked, events } = scene([
      { height: 300 },
      { height: 300 },
      { height: 300, forkAt: 0 },
      { height: 300, network: 'fakechain' },
    ])
    await ranked.probe()
    expect(events).toEqual([
      { event: 'upstream_disagrees', node: 3, height: 0n },
      { event: 'upstream_disagrees', node: 4, height: undefined },
    ])
  })

  test('is used again once it has the same chain', async () => {
    const { ranked, script, events, states } = scene([{}, {}, { forkAt: 500 }])
    await ranked.probe()
    script[2]!.forkAt = Infinity
    await ranked.probe()
    expect(events.at(-1)).toEqual({ event: 'upstream_agrees', node: 3 })
    expect(states()[2]).toBe('answers 2000 agrees')
  })

  test('a fork above the settled height does not count', async () => {
    const { ranked, states } = scene([{}, { forkAt: 1271 }])
    await ranked.probe()
    expect(states()).toEqual(['answers 2000 agrees first', 'answers 2000 agrees'])
  })
})

describe('events', () => {
  test('a lost node and the switch to another are reported once, and its return', async () => {
    const { ranked, script, events } = scene([{}, { latencyMs: 20 }])
    await ranked.probe()
    script[0]!.away = 'lost'
    await ranked.probe()
    await ranked.probe()
    script[0]!.away = undefined
    await ranked.probe()
    expect(events).toEqual([
      { event: 'upstream_lost', node: 1, problem: 'lost' },
      { event: 'upstream_switched', from: 1, to: 2 },
      { event: 'upstream_back', node: 1 },
    ])
  })
})

describe('the interval', () => {
  test('nodes are probed every 30 seconds while there are requests', async () => {
    const { ask, asked, pass } = scene([{}, {}])
    await ask()
    expect(asked(2)).toContain('get_info')
    await pass(29_000)
    expect(asked(2)).toEqual([])
    await pass(1000)
    expect(asked(2)).toContain('get_info')
  })

  test('unused nodes are not asked, until there is a request again', async () => {
    const { ask, asked, pass, timers } = scene([{}, {}])
    await ask()
    // The requests before it count for one more probe.
    await pass(30_000)
    asked(2)
    await pass(30_000)
    await pass(600_000)
    expect([asked(2), timers.size]).toEqual([[], 0])
    await ask()
    await settled()
    expect(asked(2)).toContain('get_info')
  })

  test('simultaneous requests share one probe', async () => {
    const { ask, asked } = scene([{}, {}])
    await Promise.all([ask(), ask(), ask()])
    expect(asked(2).filter((call) => call === 'get_info')).toHaveLength(1)
  })

  test('a closed ranking ends its probe, logs nothing and starts no other', async () => {
    const { ranked, asked, events, timers } = scene([{ away: 'silent' }, {}])
    const probe = ranked.probe()
    await settled()
    await ranked.close()
    await probe
    await ranked.probe()
    expect([asked(2), events, timers.size]).toEqual([[], [], 0])
  })

  test('error: bugs are reported, and the next probe follows', async () => {
    const bugs: unknown[] = []
    const { ranked, script, states } = scene([{}], { report: (error) => bugs.push(error) })
    script[0]!.bug = new RangeError('bug')
    await ranked.probe()
    script[0]!.bug = undefined
    await ranked.probe()
    expect(bugs).toEqual([new RangeError('bug')])
    expect(states()).toEqual(['answers 2000 unconfirmed first'])
  })
})
