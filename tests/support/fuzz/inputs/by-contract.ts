/**
 * Portable storage and JSON as contracts describe them, with wrong types, numbers out of range, repeated names, counts
 * that do not fit, and deep nesting where the draw lies.
 *
 * @module
 */
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { header, listFlag, types } from '#protocol/epee/types.ts'
import type { AnyField, Fields } from '#protocol/fields.ts'
import type { Draw } from '../draw.ts'
import { HostileWriter } from '../hostile-writer.ts'

/** Bytes of a field of the kind `bytes` or `text`, which other formats may fill. */
export type DrawBytes = (draw: Draw, path: string) => Uint8Array | undefined

const noBytes: DrawBytes = () => undefined

/** A storage with these fields. @param given - Draws the bytes of some fields, by their path. */
export function drawEpee(draw: Draw, fields: Fields, given = noBytes): Uint8Array {
  const writer = new HostileWriter(draw)
  writer.raw(draw.lies() ? draw.bytes(9) : header)
  writeObject(writer, fields, '', given)
  return writer.finish()
}

function writeObject(writer: HostileWriter, fields: Fields, path: string, given: DrawBytes) {
  const { draw } = writer
  const members = Object.entries(fields).filter(
    ([, { schema }]) => !draw.lies() && (!schema.optional || draw.oneIn(2)),
  )
  if (draw.lies() && members.length > 0) members.push(draw.pick(members))
  writeSize(writer, members.length)
  for (const [name, field] of members) {
    const written = draw.lies() ? draw.textBytes(4) : utf8ToBytes(name)
    writer.byte(written.length).raw(written)
    if (draw.oneIn(60)) writeNested(writer, draw.below(40))
    else writeEntry(writer, field, path === '' ? name : `${path}.${name}`, given)
  }
}

/** Objects in objects, to a depth at the reader's limit. */
function writeNested(writer: HostileWriter, depth: number) {
  for (let left = depth; left > 0; left--) {
    writer.raw(
      writer.draw.oneIn(2)
        ? Uint8Array.of(types.object)
        : Uint8Array.of(types.object | listFlag, 4),
    )
    writer.raw(Uint8Array.of(4, 1, 97))
  }
  writer.raw(Uint8Array.of(types.u8, 1))
}

function writeEntry(writer: HostileWriter, field: AnyField, path: string, given: DrawBytes) {
  const { draw } = writer
  const { element } = field.inside
  const isList = element !== undefined && !draw.lies()
  const one = element ?? field
  const type = draw.lies() ? 1 + draw.below(14) : typeOf(one)
  if (draw.oneIn(200)) writer.byte(types.array)
  writer.byte(isList ? type | listFlag : type)
  const count = isList ? draw.count(3) : 1
  if (isList) writeSize(writer, count)
  for (let left = count; left > 0; left--) writeValue(writer, one, type, path, given)
}

function writeValue(
  writer: HostileWriter,
  field: AnyField,
  type: number,
  path: string,
  given: DrawBytes,
) {
  const { draw } = writer
  if (type === types.object) return writeObject(writer, field.inside.fields ?? {}, path, given)
  if (type === types.string) {
    const bytes = given(draw, path) ?? bytesFor(draw, field)
    writeSize(writer, bytes.length)
    return writer.raw(bytes)
  }
  if (type === types.bool) return writer.flag()
  const width = [0, 8, 4, 2, 1, 8, 4, 2, 1, 8][type] ?? 1
  const value = new HostileWriter(draw).u64().bytes()
  return writer.raw(value.subarray(0, width))
}

function bytesFor(draw: Draw, field: AnyField): Uint8Array {
  if (field.schema.minLength === 32 && !draw.lies()) return draw.key()
  if (field.kind === 'choice') return utf8ToBytes(draw.pick(field.schema.enum ?? ['']))
  if (field.kind === 'text') return draw.oneIn(2) ? utf8ToBytes(draw.hex(32)) : draw.textBytes()
  return draw.oneIn(2)
    ? concatBytes(...Array.from({ length: draw.below(3) }, () => draw.key()))
    : draw.bytes(draw.count(40))
}

function typeOf({ kind, inside }: AnyField): number {
  if (inside.fields) return types.object
  return Object.hasOwn(types, kind) ? types[kind as keyof typeof types] : types.string
}

/** A count: two bits that encode its size in bytes, more than needed where the draw lies. */
function writeSize(writer: HostileWriter, count: number) {
  const { draw } = writer
  const shown = draw.lies() ? draw.pick([0, count + 1, 2 ** 14, 2 ** 29, 2 ** 40]) : count
  const code = draw.lies() ? draw.below(4) : shown < 2 ** 6 ? 0 : shown < 2 ** 14 ? 1 : 2
  const value = (BigInt(shown) << 2n) | BigInt(code)
  const bytes = new HostileWriter(draw).u64(value & (2n ** 64n - 1n)).bytes()
  writer.raw(bytes.subarray(0, 1 << code))
}

/** JSON text of an object with these fields. */
export const drawJson = (draw: Draw, fields: Fields): string => objectText(draw, fields, 0)

const spaces = ['', '', '', ' ', '\n\t', '\u2028']

function objectText(draw: Draw, fields: Fields, depth: number): string {
  const names = Object.entries(fields)
    .filter(([, { schema }]) => !draw.lies() && (!schema.optional || draw.oneIn(2)))
    .map(([name]) => name)
  if (draw.lies()) names.push(draw.oneIn(2) ? draw.text() : (names[0] ?? '__proto__'))
  const members = names.map((name) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const value = field ? valueText(draw, field, depth + 1) : strangeValue(draw)
    return `${draw.lies() ? draw.pick(spaces) : ''}${stringText(draw, name)}:${value}`
  })
  const text = `{${members.join(draw.lies() ? draw.pick([',,', '', ' , ', ';']) : ',')}}`
  return draw.lies() ? text.slice(0, draw.below(text.length + 1)) : text
}

function valueText(draw: Draw, field: AnyField, depth: number): string {
  if (draw.lies() || depth > 6) return strangeValue(draw)
  const { element, fields } = field.inside
  if (fields) return objectText(draw, fields, depth)
  if (element) {
    const items = Array.from({ length: draw.count(3) }, () => valueText(draw, element, depth + 1))
    return `[${items.join(',')}]`
  }
  return scalarText(draw, field)
}

function scalarText(draw: Draw, { kind, schema }: AnyField): string {
  switch (kind) {
    case 'bool':
      return draw.pick(['true', 'false'])
    case 'double':
      return draw.pick(['0', '1.5', '-2e-3', '1e308', '1e309', '0.1e-400'])
    case 'choice':
      return stringText(draw, draw.pick(schema.enum ?? ['']))
    case 'text':
    case 'bytes':
      return stringText(draw, draw.oneIn(2) ? draw.hex(draw.pick([8, 32, 64])) : draw.text())
    default:
      return draw.lies() ? `${draw.number()}` : `${draw.u64()}`
  }
}

/** Values of other types, deep and wide ones. */
function strangeValue(draw: Draw): string {
  switch (draw.below(9)) {
    case 0:
      return draw.pick(['null', 'tru', 'NaN', '-', '01', '-0', '1.', '.5', '1e', '"', '\\u12', ''])
    case 1:
      return `${draw.number()}`
    case 2:
      return '['.repeat(draw.count(60)) + draw.pick(['', '1', ']'])
    case 3:
      return `${'{"a":'.repeat(draw.below(130))}1${'}'.repeat(draw.below(130))}`
    case 4:
      return `[${'1,'.repeat(draw.count(100))}1]`
    case 5:
      return `${draw.number()}${'0'.repeat(draw.below(300))}`
    case 6:
      return `[${'{},'.repeat(draw.count(20))}""]`
    default:
      return stringText(draw, draw.text())
  }
}

function stringText(draw: Draw, text: string): string {
  const plain = JSON.stringify(text)
  if (!draw.lies()) return plain
  return draw.pick([
    plain.slice(0, -1),
    `"${text}"`,
    `"\\u${draw.pick(['0000', 'd800', 'DFFF', 'd83d\\ude00', '12'])}${plain.slice(1)}`,
    `"\\${draw.pick(['x', '\\', '/', 'b'])}${plain.slice(1)}`,
  ])
}
