import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { argumentsOf, cpuOf, family, privateBytes, residentBytes } from './processes.ts'
import { peakMemory, usage } from './usage.ts'

/** A separate process that uses half a second of CPU time for each input line. */
const worker = `
  const held = []
  process.stdin.on('data', () => {
    held.push(Buffer.alloc(64e6, 1))
    const busy = () => process.cpuUsage().user + process.cpuUsage().system
    for (const end = busy() + 5e5; busy() < end;);
    console.log('done')
  })
  console.log('ready')`

test('the usage of a task includes the child processes of the program', async () => {
  const shell = spawn('sh', ['-c', `"$0" -e "$1"; true`, process.execPath, worker], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  try {
    await once(shell.stdout, 'data')
    const pid = shell.pid!
    const child = family(pid).find(({ parent }) => parent === pid)!.pid
    expect(argumentsOf(child).slice(0, 2)).toEqual([process.execPath, '-e'])
    expect(privateBytes(child)).toBeGreaterThan(5e6)

    const measured = { pid, holders: () => [child] }
    const task = async () => {
      shell.stdin.write('go\n')
      await once(shell.stdout, 'data')
    }
    const used = await usage(measured, task)
    expect(used.cpuSeconds).toBeGreaterThan(0.45)
    expect(used.wallSeconds).toBeGreaterThan(0.45)
    expect(used.besideSeconds).toBeLessThan(used.cpuSeconds)
    expect(await peakMemory(measured, task)).toBeGreaterThan(60e6)
    const { now, peak } = residentBytes(child)
    expect(now).toBeGreaterThan(privateBytes(child) / 2)
    expect(peak).toBeGreaterThanOrEqual(now)
  } finally {
    shell.stdin.end()
    await once(shell, 'close')
  }
  expect(cpuOf(shell.pid!)).toBe(0)
  expect(privateBytes(shell.pid!)).toBe(0)
  expect(residentBytes(shell.pid!)).toEqual({ now: 0, peak: 0 })
})
