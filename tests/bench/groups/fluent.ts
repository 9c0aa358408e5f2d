/**
 * The page of a wallet with many transfers, addresses and accounts: frames, input, memory.
 *
 * @module
 */
import type { Page } from 'puppeteer-core'
import { keptChain } from '../chain/kept.ts'
import { chainNode } from '../chain/node.ts'
import type { Group } from '../group.ts'
import {
  jumpTo,
  longestTask,
  noteInputs,
  noteTasks,
  scrollThrough,
  slowestInput,
  switchAccount,
} from '../programs/on-screen.ts'
import { chromiumWallet, type ChromiumWallet } from '../programs/ours-chromium.ts'
import { restore } from '../programs/wallet.ts'
import { atMost, noGoal, row, type Row } from '../row.ts'
import { startServer } from '../server.ts'
import { median } from '../statistics.ts'
import { held } from '../usage.ts'

/** Of one `create_addresses`. */
const mostLabels = 1000
/** Over the whole of a list. */
const jumps = 60

export const fluent: Group = {
  name: 'fluent',
  summary: 'frames, input and memory of the page of a wallet with 20 000 transfers',
  async measure({ size, log }) {
    const chain = await keptChain(size.wide)
    const server = await startServer(chainNode(chain))
    const wallet = await chromiumWallet(server)
    try {
      await restore(wallet)
      log('scans')
      await wallet.call('refresh')
      const { balance } = await wallet.call('get_balance', { all_accounts: true })
      if (balance !== chain.balance)
        throw new Error(`fluent: the page owns ${balance}, the chain pays ${chain.balance}`)
      await makeAddresses(wallet, size.addresses)
      await wallet.page.evaluate(noteTasks)
      await wallet.page.evaluate(noteInputs)
      const transfers = size.wide.blocks * size.wide.transactions
      return [
        ...(await history(wallet, transfers, log)),
        ...(await addresses(wallet, size.addresses, log)),
        ...(await everything(wallet, log)),
        ...(await accounts(wallet, size.wide.spread!.accounts, log)),
        ...(await memory(wallet, transfers, log)),
      ]
    } finally {
      await wallet.close()
      await server.close()
    }
  },
}

/** Until the first account has its share of `count` addresses of the wallet. */
async function makeAddresses({ call }: ChromiumWallet, count: number) {
  const { subaddress_accounts } = await call('get_accounts')
  const { addresses } = await call('get_address', { account_index: 0 })
  let missing = count - (subaddress_accounts.length - 1) - addresses.length
  for (; missing > 0; missing -= mostLabels) {
    const length = Math.min(missing, mostLabels)
    const labels = Array.from({ length }, (_, at) => `Payer ${missing - at}`)
    await call('create_addresses', { account_index: 0, labels })
  }
}

/** Opens a screen, and waits until a text is on it. */
async function show(page: Page, place: string, text: string) {
  await page.evaluate((hash) => void (location.hash = hash), `#/${place}`)
  await see(page, text)
}

const see = (page: Page, text: string) =>
  page.waitForFunction((wanted) => document.body.innerText.includes(wanted), {}, text)

/** Types into a field. @returns Milliseconds of the slowest key, until the frame with its effect. */
async function type(page: Page, selector: string, text: string): Promise<number> {
  await page.focus(selector)
  await page.evaluate(slowestInput)
  for (const key of text) {
    await page.keyboard.press(key as 'a')
    // A person types slower.
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  return page.evaluate(slowestInput)
}

const inputGoal = atMost(100, 'ms')

/** Rows of a list that scrolls. @param box - What scrolls; undefined for the document. */
async function scrolling(page: Page, name: string, box?: string): Promise<Row[]> {
  const { frames, longTasks } = await page.evaluate(scrollThrough, box)
  return [
    row({
      name: `fluent/${name}, most work of the page for a jump`,
      unit: 'ms',
      value: await mostWork(page, box),
      goal: atMost(50, 'ms'),
    }),
    row({
      name: `fluent/${name}, longest frame`,
      unit: 'ms',
      value: Math.max(...frames),
      goal: atMost(50, 'ms'),
    }),
    row({ name: `fluent/${name}, median frame`, unit: 'ms', value: median(frames) }),
    row({
      name: `fluent/${name}, tasks above 50 ms`,
      unit: '',
      value: longTasks.length,
      goal: atMost(0, ''),
    }),
  ]
}

/** CPU time of the main thread for the frames of a jump: the most of many. */
async function mostWork(page: Page, box?: string): Promise<number> {
  const devtools = await page.createCDPSession()
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busyMs = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  }
  const works: number[] = []
  for (let jump = 0; jump < jumps; jump++) {
    const before = await busyMs()
    await page.evaluate(jumpTo, box, jump / (jumps - 1))
    works.push((await busyMs()) - before)
  }
  await devtools.detach()
  return Math.max(...works)
}

const keyRow = (name: string, value: number) =>
  row({ name: `fluent/${name}, slowest key`, unit: 'ms', value, goal: inputGoal })

async function history({ page, call }: ChromiumWallet, count: number, log: Log): Promise<Row[]> {
  log('history')
  await page.evaluate(longestTask)
  await show(page, 'history/account=all', `${count} transactions`)
  const shown = await page.evaluate(longestTask)
  const scrolled = await scrolling(page, 'history scrolls')
  await page.evaluate(longestTask)
  // Every change of a wallet is read again, as a new block is.
  await call('set_tx_notes', { txids: ['0'.repeat(64)], notes: ['changed'] })
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const changed = await page.evaluate(longestTask)
  const key = await type(page, 'main input[type=search]', '4e7')
  const task = (name: string, value: number) =>
    row({ name: `fluent/${name}, longest task of the page`, unit: 'ms', value, goal: noGoal })
  return [
    task('history is shown', shown),
    ...scrolled,
    task('history is read again', changed),
    keyRow('history is searched', key),
  ]
}

async function addresses({ page }: ChromiumWallet, count: number, log: Log): Promise<Row[]> {
  log('addresses')
  await show(page, 'receive', 'Search addresses')
  await page.waitForFunction(() => document.querySelectorAll('main .boxed li').length > 0)
  const scrolled = await scrolling(page, 'addresses scroll', 'main .boxed')
  return [
    ...scrolled,
    keyRow('addresses are searched', await type(page, 'main input[type=search]', `${count}`)),
  ]
}

async function everything({ page }: ChromiumWallet, log: Log): Promise<Row[]> {
  log('search over everything')
  await page.evaluate(longestTask)
  await page.click('[aria-keyshortcuts^="Control+K"]')
  await see(page, 'The first 40 results')
  const opened = await page.evaluate(longestTask)
  const key = await type(page, 'dialog input', 'payer')
  await page.keyboard.press('Escape')
  return [
    row({
      name: 'fluent/search over everything is opened, longest task of the page',
      unit: 'ms',
      value: opened,
    }),
    keyRow('everything is searched', key),
  ]
}

async function accounts({ page }: ChromiumWallet, count: number, log: Log): Promise<Row[]> {
  log('accounts')
  await show(page, 'overview', 'Recent transactions')
  await page.waitForSelector('main .picker select')
  const times: number[] = []
  // Not the first one: its addresses have no transfers.
  for (let turn = 1; turn <= 10; turn++)
    times.push(await page.evaluate(switchAccount, 1 + ((turn * 7) % (count - 1))))
  return [
    row({
      name: 'fluent/another account is on screen',
      unit: 'ms',
      value: median(times),
      goal: atMost(100, 'ms'),
    }),
  ]
}

async function memory({ page, settle, holders }: ChromiumWallet, count: number, log: Log) {
  log('memory')
  await show(page, 'history/account=all', `${count} transactions`)
  await settle?.()
  return [
    row({
      name: 'fluent/memory of the whole page',
      unit: 'MB',
      value: held(holders()) / 1e6,
      goal: atMost(250, 'MB'),
    }),
  ]
}

type Log = (line: string) => void
