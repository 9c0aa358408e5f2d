/**
 * Our node on the blocks of a recording, and what monerod answered there.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeTo, readEpee } from '#protocol/epee/epee.ts'
import { parseJsonBytes } from '#protocol/json/json.ts'
import type { Answer } from '../network/http-client.ts'
import { masked } from '../node-comparison/ask-both-daemons.ts'
import { ownNode, type OwnNode } from './in-process-node.ts'

/** A request and monerod's answer, a character a byte. */
export type Recording = {
  path: string
  body: string
  status: number
  answer: string
  /** Of a restricted node. */
  restricted?: true
}

const recordings = [
  'daemon/answers.json',
  'json/doors.json',
  'json/binary.json',
  'epee/answers.json',
]
  .map((file) => readFileSync(new URL(`../../vectors/${file}`, import.meta.url), 'utf8'))
  .flatMap((text) => JSON.parse(text) as Recording[])

/** Recordings of a method of `/json_rpc`, or of a path. */
export const recordingsOf = (call: string) =>
  recordings
    .filter(({ path, body }) =>
      call.startsWith('/') ? path === call : body.includes(`"method":"${call}"`),
    )
    .map((recording): [request: string, recording: Recording] => [named(recording), recording])

function named({ path, body, restricted }: Recording): string {
  const request = /"method":"[^"]*",?(.*)\}$/.exec(body)?.[1] ?? body
  const text = JSON.stringify(request.replace(/^"params":/, '')).slice(1, -1)
  return `${path} ${text.slice(0, 100)}${restricted ? ' of a restricted node' : ''}`
}

/** When the recorded blocks were mined. */
const clock = { now: () => 1_795_245_182n }

/** A node with the recorded blocks, and an idle miner. */
export async function recordedNode(): Promise<OwnNode> {
  const node = await ownNode({ clock })
  const [, { answer }] = recordingsOf('/get_blocks.bin')[0]!
  const { blocks } = epeeTo(bin.get_blocks.result, bytesOf(answer))
  for (const { block } of blocks.slice(1)) {
    const { kind } = await node.context.chain.addBlock(block)
    if (kind !== 'added') throw new Error(`recorded block: ${kind}`)
  }
  return node
}

/**
 * Sends a recorded request to a node of ours, and expects the answer of monerod.
 *
 * @param except - Names of fields that may differ.
 */
export async function expectAsRecorded(
  { path, body, status, answer, restricted }: Recording,
  except: readonly string[] = [],
  node?: OwnNode,
): Promise<void> {
  const asked = node ?? (await recordedNode())
  const ours = await (restricted ? asked.public : asked).post(path, bytesOf(body))
  const theirs = { status, bytes: bytesOf(answer) }
  expect(comparable(path, ours, except)).toEqual(comparable(path, theirs, except))
}

/** An answer with another status than 200 has no body in monerod. */
function comparable(
  path: string,
  { status, bytes }: Pick<Answer, 'status' | 'bytes'>,
  except: readonly string[],
) {
  return status === 200 ? { status, value: masked(valueOf(path, bytes), except) } : { status }
}

const valueOf = (path: string, bytes: Uint8Array): unknown =>
  path.endsWith('.bin') && !path.includes('pool_hashes')
    ? readEpee(bytes)
    : parseJsonBytes(bytes, { text: 'bytes' })

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
