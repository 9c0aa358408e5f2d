/**
 * Wallets of a light node as a process: each reads a day of blocks, and then follows the events.
 *
 * Arguments: number of wallets, URL of the light node, seconds within which they begin, and as JSON: `files` of the scan feed that a day
 * of blocks needs, `blocks` in hex, the request for those above, and `newest`, the request after a tip, in which `placeholder` stands for the
 * id of the block before. Each second it prints how many wallets follow and how many requests failed, and of each tip the Unix times in
 * milliseconds at which wallets received it.
 */
import { Agent, request } from 'node:http'

const [count, url, beginSeconds, json] = process.argv.slice(2)
const { files, blocks, newest, placeholder } = JSON.parse(json)
const agent = new Agent({ keepAlive: true, maxFreeSockets: 100 })

/** Reads an answer whole. */
const ask = (method, path, body, type) =>
  new Promise((resolve, reject) => {
    const sent = request(url + path, { method, agent, headers: body && { 'content-type': type } })
    sent.on('error', reject)
    sent.on('response', (answer) => {
      const parts = []
      answer.on('data', (part) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(Buffer.concat(parts))
        else reject(new Error(`${path} answered ${answer.statusCode}`))
      })
    })
    sent.end(body)
  })

const info = '{"jsonrpc":"2.0","id":"0","method":"get_info"}'
const getInfo = () => ask('POST', '/json_rpc', info, 'application/json')
const getBlocks = (hex) =>
  ask('POST', '/get_blocks.bin', Buffer.from(hex, 'hex'), 'application/octet-stream')

/** Unix times in milliseconds by height. */
const arrivals = new Map()
let following = 0
let failed = 0

async function wallet() {
  await ask('GET', '/feed/v1/index.json')
  for (const name of files) await ask('GET', `/feed/v1/${name}`)
  await getInfo()
  await getBlocks(blocks)
  const events = request(`${url}/feed/v1/events`)
  let known
  let rest = ''
  events.on('response', (answer) => {
    following++
    answer.setEncoding('utf8')
    answer.on('close', () => following--)
    answer.on('data', (text) => {
      rest += text
      for (let end; (end = rest.indexOf('\n\n')) >= 0;) {
        const event = rest.slice(0, end)
        rest = rest.slice(end + 2)
        const [, height, id] = /event: tip\ndata: .*"height":(\d+).*"id":"(\w+)"/.exec(event) ?? []
        if (!id) continue
        const before = known
        known = id
        if (before === undefined) continue
        arrivals.set(height, [...(arrivals.get(height) ?? []), Date.now()])
        setTimeout(() => refresh(before), 1000 * Math.random())
      }
    })
  })
  events.on('error', () => failed++)
  events.end()
  await ask('GET', '/feed/v1/pool')
}

/** What a wallet requests for a new block. @param before - Id of its top block. */
const refresh = async (before) => {
  try {
    await getInfo()
    await getBlocks(newest.replace(placeholder, before))
  } catch {
    failed++
  }
}

for (let at = 0; at < Number(count); at++)
  setTimeout(
    () => wallet().catch(() => failed++),
    ((1000 * Number(beginSeconds)) / Number(count)) * at,
  )
const reported = new Map()
setInterval(() => {
  console.log(`following ${following} failed ${failed}`)
  for (const [height, times] of arrivals) {
    if (reported.get(height) === times.length) continue
    reported.set(height, times.length)
    console.log(`tip ${height} ${times.join()}`)
  }
}, 1000)
