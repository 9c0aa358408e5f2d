/**
 * Messages in which the reference repeats what it was given. Ours say the same but for that: whoever
 * pastes a seed where an address is due must not find it in an error.
 *
 * @module
 */
import { parseJson } from '#protocol/json/json.ts'

const wrongAddress = 'WALLET_RPC_ERROR_CODE_WRONG_ADDRESS: '
const parsing = 'Error parsing URI: '
const wrongParameter = `${parsing}URI has wrong parameter`
const again = `${parsing}URI has more than one instance of `

/** What ours say alone; theirs goes on with `: ` and what was given. */
const heads: readonly string[] = [
  'Cannot make URI from supplied parameters: wrong address',
  `${parsing}URI has wrong scheme (expected "monero:")`,
  `${parsing}URI has wrong address`,
  `${parsing}URI has invalid amount`,
  `${parsing}Invalid payment id`,
  wrongParameter,
]

/**
 * Whether our message is theirs without what they repeat.
 *
 * @param params - JSON of the params that both were given.
 */
export function isUnrepeated(theirs: string, ours: string, params: string): boolean {
  const given = textsOf(parseJson(params))
  const rest = (head: string) => (theirs.startsWith(head) ? theirs.slice(head.length) : undefined)
  // What is absent is empty.
  const at = (path: string) => given.get(path) ?? ''

  const address = rest(wrongAddress)
  if (address !== undefined)
    // Ours names the field instead.
    return ours.startsWith(wrongAddress) && at(ours.slice(wrongAddress.length)) === address
  const twice = rest(again)
  if (twice !== undefined) return ours === `${again}a parameter` && at('uri').includes(`&${twice}=`)
  const parameter = rest(`${wrongParameter}: `)
  const [name] = parameter?.split('=', 1) ?? []
  // A parameter that every URI may have is named.
  if (name && ours === `${wrongParameter}: ${name}`) return at('uri').includes(`${parameter}`)
  const repeated = rest(`${ours}: `)
  return (
    heads.includes(ours) &&
    repeated !== undefined &&
    (at('uri').includes(repeated) || at('address') === repeated)
  )
}

/** Every text in params, by its path as errors name it. */
function textsOf(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path, value]])
  if (typeof value !== 'object' || value === null) return new Map()
  const inside = Object.entries(value).map(([name, member]) =>
    textsOf(
      member,
      Array.isArray(value) ? `${path}[${name}]` : [path, name].filter(Boolean).join('.'),
    ),
  )
  return new Map(inside.flatMap((each) => [...each]))
}
