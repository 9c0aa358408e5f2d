/**
 * Whole answers of a node: read once, checked, and written for each client.
 *
 * @module
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { bytesToLatin1, joinBytes } from '#protocol/bytes.ts'
import { EpeeError, readEpee } from '#protocol/epee/epee.ts'
import { reply } from '../replies.ts'
import { memberSpans, spanText, type Span } from './json-spans.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** An answer as it arrived. */
export type Answer = { status: number; contentType: string; bytes: Bytes }

/**
 * Reads an answer of up to `longest` bytes.
 *
 * @returns A longer one as a response that streams what was read and the rest.
 * @throws Whatever the body fails with.
 */
export async function readAnswer(
  response: Response,
  longest: number,
): Promise<{ answer: Answer } | { longer: Response }> {
  const { status, headers, body } = response
  if (Number(headers.get('content-length') ?? 0) > longest) return { longer: response }
  const contentType = headers.get('content-type') ?? ''
  if (!body) return { answer: { status, contentType, bytes: new Uint8Array() } }
  const reader = body.getReader()
  const pieces: Uint8Array[] = []
  for (let length = 0; length <= longest;) {
    const { done, value } = await reader.read()
    if (done) return { answer: { status, contentType, bytes: joinBytes(pieces) } }
    pieces.push(value)
    length += value.length
  }
  return { longer: new Response(resumed(pieces, reader), { status, headers }) }
}

/** A stream of the pieces that were read, and of the rest. */
function resumed(
  pieces: Uint8Array[],
  reader: ReadableStreamDefaultReader<Uint8Array>,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = pieces.shift()
      if (piece) return controller.enqueue(piece)
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/** What an answer says about itself. */
type Checked = {
  /** It succeeded, and the node itself has answered: only such answers are kept. */
  isGood: boolean
  /** Where a JSON-RPC answer has the id of its request. */
  id: Span | undefined
}

/** @param codec - `rpc`: with the envelope of JSON-RPC. */
export function checkAnswer({ status, bytes }: Answer, codec: 'rpc' | 'json' | 'bin'): Checked {
  const isFound = status === 200
  if (codec === 'bin') return { isGood: isFound && isGoodStorage(bytes), id: undefined }
  const members = memberSpans(bytes)
  if (!members) return { isGood: false, id: undefined }
  if (codec === 'json') return { isGood: isFound && hasGoodStatus(bytes, members), id: undefined }
  const result = members.get('result')
  const fields = result && memberSpans(bytes, result.start)
  // A result without an object, such as a block id, has no status.
  const isGoodResult = result !== undefined && (!fields || hasGoodStatus(bytes, fields))
  return { isGood: isFound && !members.has('error') && isGoodResult, id: members.get('id') }
}

/** `untrusted`: a bootstrap node has answered, whose state is another one. */
function hasGoodStatus(bytes: Uint8Array, members: ReadonlyMap<string, Span>): boolean {
  const text = (name: string) => {
    const span = members.get(name)
    return span && spanText(bytes, span)
  }
  return text('status') === '"OK"' && text('untrusted') !== 'true'
}

function isGoodStorage(bytes: Uint8Array): boolean {
  try {
    const { status, untrusted } = readEpee(bytes)
    return status instanceof Uint8Array && bytesToLatin1(status) === 'OK' && untrusted !== true
  } catch (error) {
    if (error instanceof EpeeError) return false
    throw error
  }
}

/**
 * The id of a JSON-RPC answer as monerod and the proxy write it, one character for each byte.
 *
 * @param id - Of the request; undefined if it had none.
 * @returns Undefined for an id that programs write in several ways: with escapes, fractions or members.
 */
export function writtenId(id: unknown): string | undefined {
  if (id === undefined || id === null) return '0'
  if (typeof id === 'bigint' || Number.isSafeInteger(id)) return String(id)
  if (typeof id !== 'string' || id.length > longestId || !unescaped.test(id)) return undefined
  return `"${bytesToLatin1(utf8ToBytes(id))}"`
}

const longestId = 64
/** monerod escapes `/` too. A lone surrogate has no bytes. */
const unescaped = /^[^\0-\x1f\x7f"\\/\ud800-\udfff]*$/u

/**
 * Writes a kept answer.
 *
 * @param id - Where the answer has its id, and the bytes that replace it, one character each.
 */
export function writeReply(
  { status, contentType, bytes }: Answer,
  id?: { at: Span; written: string },
): Response {
  const body = id && spanText(bytes, id.at) !== id.written ? withId(bytes, id) : bytes
  return reply(status, contentType, body, { 'content-length': String(body.length) })
}

function withId(bytes: Bytes, { at, written }: { at: Span; written: string }): Bytes {
  const id = Uint8Array.from(written, (char) => char.charCodeAt(0))
  return joinBytes([bytes.subarray(0, at.start), id, bytes.subarray(at.end)])
}
