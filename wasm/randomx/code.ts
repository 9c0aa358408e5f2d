/**
 * Writes WebAssembly: the body of one function, then a module around it.
 *
 * @module
 * @see https://webassembly.github.io/spec/core/binary/
 */

/** Instructions of one byte, under their names in the specification. */
export const op = {
  loop: 0x03,
  if: 0x04,
  end: 0x0b,
  brIf: 0x0d,
  call: 0x10,
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  i32Load: 0x28,
  i64Load: 0x29,
  i64Store: 0x37,
  i32Const: 0x41,
  i64Const: 0x42,
  i32Eqz: 0x45,
  i32LtU: 0x49,
  i32Add: 0x6a,
  i32Sub: 0x6b,
  i32And: 0x71,
  i32Xor: 0x73,
  i32Shl: 0x74,
  i32ShrU: 0x76,
  i64Eqz: 0x50,
  i64Add: 0x7c,
  i64Sub: 0x7d,
  i64Mul: 0x7e,
  i64And: 0x83,
  i64Xor: 0x85,
  i64Shl: 0x86,
  i64ShrS: 0x87,
  i64ShrU: 0x88,
  i64Rotl: 0x89,
  i64Rotr: 0x8a,
  i32WrapI64: 0xa7,
  i64ExtendI32U: 0xad,
} as const

/** Vector instructions, after their prefix. */
export const vector = {
  load: 0x00,
  store: 0x0b,
  constant: 0x0c,
  shuffle: 0x0d,
  load64Zero: 0x5d,
  and: 0x4e,
  or: 0x50,
  xor: 0x51,
  f64x2Add: 0xf0,
  f64x2Sub: 0xf1,
  f64x2Mul: 0xf2,
  f64x2Div: 0xf3,
  f64x2Sqrt: 0xef,
  f64x2ConvertLowI32x4S: 0xfe,
} as const

export const type = { i32: 0x7f, i64: 0x7e, v128: 0x7b, none: 0x40 } as const

/** A growing byte buffer. */
export class Code {
  #bytes: Uint8Array<ArrayBuffer>
  #length = 0

  /** @param room - Number of bytes before the buffer grows. */
  constructor(room = 256) {
    this.#bytes = new Uint8Array(room)
  }

  /** The bytes written so far; valid until the next write. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  byte(value: number): this {
    if (this.#length === this.#bytes.length) this.#grow(1)
    this.#bytes[this.#length++] = value
    return this
  }

  raw(values: ArrayLike<number>): this {
    if (this.#length + values.length > this.#bytes.length) this.#grow(values.length)
    this.#bytes.set(values, this.#length)
    this.#length += values.length
    return this
  }

  /** LEB128 of a u32. */
  u32(value: number): this {
    let rest = value >>> 0
    while (rest > 0x7f) {
      this.byte((rest & 0x7f) | 0x80)
      rest >>>= 7
    }
    return this.byte(rest)
  }

  get(local: number): this {
    return this.byte(op.localGet).u32(local)
  }

  set(local: number): this {
    return this.byte(op.localSet).u32(local)
  }

  tee(local: number): this {
    return this.byte(op.localTee).u32(local)
  }

  i32(value: number): this {
    return this.byte(op.i32Const).#signed(value | 0)
  }

  /** A 64-bit constant, sign-extended from 32 bits. */
  i64(value: number): this {
    return this.byte(op.i64Const).#signed(value | 0)
  }

  /** Any 64-bit constant. */
  i64Wide(value: bigint): this {
    this.byte(op.i64Const)
    let rest = BigInt.asIntN(64, value)
    while (rest < -64n || rest > 63n) {
      this.byte(Number(rest & 0x7fn) | 0x80)
      rest >>= 7n
    }
    return this.byte(Number(rest & 0x7fn))
  }

  /** A load or store of a single value, `offset` bytes after the address on the stack. */
  memory(instruction: number, offset: number): this {
    return this.byte(instruction).u32(0).u32(offset)
  }

  vector(instruction: number): this {
    return this.byte(0xfd).u32(instruction)
  }

  vectorMemory(instruction: number, offset: number): this {
    return this.vector(instruction).u32(0).u32(offset)
  }

  call(fn: number): this {
    return this.byte(op.call).u32(fn)
  }

  #signed(value: number): this {
    let rest = value
    while (rest < -64 || rest > 63) {
      this.byte((rest & 0x7f) | 0x80)
      rest >>= 7
    }
    return this.byte(rest & 0x7f)
  }

  #grow(count: number) {
    const larger = new Uint8Array(2 * (this.#bytes.length + count))
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}

/** Types of parameters, then of results. */
type Signature = readonly [readonly number[], readonly number[]]

/** An imported function, as `module.name`. */
export type Imported = { module: string; name: string; signature: Signature }

/** One function, exported as `run`, over a memory imported as `env.memory`. */
export type Shape = {
  imports: readonly Imported[]
  signature: Signature
  /** Numbers and types of the locals after the parameters. */
  locals: readonly (readonly [count: number, type: number])[]
}

/** A module's bytes; its function calls imports by their index in `imports`. */
export function moduleBytes(shape: Shape, body: Code): Uint8Array<ArrayBuffer> {
  const module = new Code().raw([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])
  const signatures = [...shape.imports.map(({ signature }) => signature), shape.signature]
  section(module, 1, signatures.length, (code) => {
    for (const [params, results] of signatures)
      code.byte(0x60).u32(params.length).raw(params).u32(results.length).raw(results)
  })
  section(module, 2, shape.imports.length + 1, (code) => {
    // Shared, with the widest limits such a memory can have.
    text(code, 'env')
    text(code, 'memory').byte(2).byte(3).u32(1).u32(65536)
    shape.imports.forEach(({ module: from, name }, index) => {
      text(code, from)
      text(code, name).byte(0).u32(index)
    })
  })
  section(module, 3, 1, (code) => code.u32(shape.imports.length))
  section(module, 7, 1, (code) => text(code, 'run').byte(0).u32(shape.imports.length))
  section(module, 10, 1, (code) => {
    const locals = new Code().u32(shape.locals.length)
    for (const [count, each] of shape.locals) locals.u32(count).byte(each)
    code.u32(locals.bytes.length + body.bytes.length + 1)
    code.raw(locals.bytes).raw(body.bytes).byte(op.end)
  })
  return module.bytes.slice()
}

function section(module: Code, id: number, count: number, write: (code: Code) => void) {
  const content = new Code().u32(count)
  write(content)
  module.byte(id).u32(content.bytes.length).raw(content.bytes)
}

function text(code: Code, name: string): Code {
  return code.u32(name.length).raw(Array.from(name, (letter) => letter.charCodeAt(0)))
}
