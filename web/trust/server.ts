/**
 * Requests of the page to its server about nodes. They contain no key and no amount, and go to the page's origin only.
 *
 * @module
 */
import { serverInfo, serverInfoPath, type ServerInfo } from '#protocol/daemon/server-info.ts'
import { parseJson } from '#protocol/json/json.ts'

/** Why a node gave no answer: `refused`: the server does not allow it; `login`: it requires one. */
export type ProbeProblem = 'refused' | 'login' | 'away'

export type Probe =
  | { problem: ProbeProblem }
  | {
      problem: undefined
      /** From the request to the answer, through the server. */
      ms: number
      height: bigint
      /** Whether it has all blocks that it knows of. */
      synchronized: boolean
      version: string
      /** As nodes name it: mainnet, testnet, stagenet or fakechain. */
      network: string
    }

type Effects = { request: typeof fetch; nowMs: () => number }

const effects: Effects = {
  request: (url, init) => fetch(url, init),
  nowMs: () => performance.now(),
}
const patienceMs = 20_000

/** What the server offers; undefined where it does not answer, or is older than this document. */
export async function readServerInfo({ request } = effects): Promise<ServerInfo | undefined> {
  try {
    const answer = await request(serverInfoPath, { signal: AbortSignal.timeout(patienceMs) })
    return answer.ok ? serverInfo.parse(parseJson(await answer.text()), '') : undefined
  } catch {
    return undefined
  }
}

/** Requests the state of a node twice: the first request may open a connection, the second one is timed. */
export async function probeNode(address: string, use = effects): Promise<Probe> {
  try {
    const first = await info(address, use)
    if (typeof first === 'string') return { problem: first }
    const startMs = use.nowMs()
    const second = await info(address, use)
    if (typeof second === 'string') return { problem: second }
    return { problem: undefined, ms: Math.round(use.nowMs() - startMs), ...second }
  } catch {
    return { problem: 'away' }
  }
}

async function info(address: string, { request }: Effects) {
  const base = address === '' ? '' : `/node/${encodeURIComponent(address)}`
  const answer = await request(`${base}/get_info`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(patienceMs),
  })
  if (answer.status === 403) return 'refused'
  if (answer.status === 401) return 'login'
  if (!answer.ok) return 'away'
  return stateIn(parseJson(await answer.text()))
}

function stateIn(value: unknown) {
  const { height, nettype, version, synchronized } = { ...(value as Record<string, unknown>) }
  if (typeof height !== 'number' && typeof height !== 'bigint') return 'away'
  return {
    height: BigInt(height),
    synchronized: synchronized !== false,
    // A node can send any text.
    version: typeof version === 'string' ? version.slice(0, 40) : '',
    network: typeof nettype === 'string' ? nettype.slice(0, 20) : '',
  }
}
