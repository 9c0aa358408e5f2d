/**
 * TypeScript types of what the compiled modules export, from the declarations that the AssemblyScript compiler emits.
 */
import { format, resolveConfig } from 'prettier'

const header = `/**
 * What the compiled modules export. Generated from \`wasm/assembly\`, \`wasm/pow\` and \`wasm/scan\` by
 * \`node scripts/wasm.mjs --pin\`; do not edit.
 *
 * @module
 */`

/** AssemblyScript's types as the JavaScript API of WebAssembly passes them. A v128 never reaches JavaScript. */
const inJavaScript = new Map([
  ['usize', 'number'],
  ['u32', 'number'],
  ['i32', 'number'],
  ['f64', 'number'],
  ['bool', 'number'],
  ['u64', 'bigint'],
  ['i64', 'bigint'],
  ['v128', 'never'],
])

/**
 * The source of `wasm/bindings/exports.ts`.
 *
 * @param {Record<string, string>} declarations The compiler's declarations (`--bindings raw`) by the name of their type.
 */
export async function exportTypes(declarations) {
  const types = Object.entries(declarations).map(([name, text]) => typeOf(name, text))
  const used = [...inJavaScript].filter(([type]) =>
    types.some((text) => new RegExp(`\\b${type}\\b`).test(text)),
  )
  const aliases = used.map(([type, value]) => `type ${type} = ${value}`)
  const source = [header, aliases.join('\n'), ...types].join('\n\n')
  return format(source, { ...(await resolveConfig('wasm/bindings')), parser: 'typescript' })
}

/** @param {string} name @param {string} declarations */
function typeOf(name, declarations) {
  const functions = [
    ...declarations.matchAll(/\/\*\*((?:(?!\*\/).)*)\*\/\s*export function (\w+)/gs),
  ]
  const members = functions.map(([, comment = '', member]) => `${member}: ${signature(comment)}`)
  return `export type ${name} = {\nmemory: WebAssembly.Memory\n${members.join('\n')}\n}`
}

/**
 * A function's type. The compiler writes AssemblyScript's types in the comment: "@param o `usize`".
 *
 * @param {string} comment
 */
function signature(comment) {
  const parameters = [...comment.matchAll(/@param (\w+) `(\w+)`/g)].map(
    ([, name = '', type = '']) => ({ name, type }),
  )
  const result = /@returns `(\w+)`/.exec(comment)?.[1] ?? 'void'
  for (const type of [...parameters.map(({ type }) => type), result])
    if (type !== 'void' && !inJavaScript.has(type))
      throw new Error(`${type}: expected one of ${[...inJavaScript.keys()].join(', ')}`)
  return `(${parameters.map(({ name, type }) => `${name}: ${type}`).join(', ')}) => ${result}`
}
