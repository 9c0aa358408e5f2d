import { describe, expect, test } from 'vitest'
import { compile } from './compile.ts'

const run = (source: string, ...values: unknown[]) => compile(source).run('f', ...values)

describe('the interpreter', () => {
  test('follows the precedence of operators', () => {
    expect(run('fn f() -> u32 { return (1u + 2u * 3u) << (4u >> 1u); }')).toBe(28)
    expect(run('fn f() -> u32 { return (12u & 10u) ^ (5u | 0x10u); }')).toBe(29)
    expect(run('fn f(x: u32) -> bool { return x > 1u && x <= 3u || x == 7u; }', 7)).toBe(true)
  })

  test('runs loops, conditions and functions', () => {
    const source = `
      const step = 2u;
      fn twice(x: u32) -> u32 { return x * step; }
      fn f(n: u32) -> u32 {
        var sum = 0u;
        for (var i = 0u; i < n; i++) {
          if (i != 1u) { sum += twice(i); }
        }
        return sum;
      }`
    expect(run(source, 4)).toBe(10)
  })

  test('arrays and structures are values', () => {
    const source = `
      alias Pair = array<u32, 2>;
      struct Box { pair: Pair, n: u32, }
      fn f() -> array<u32, 4> {
        var zero: Box;
        var one = zero;
        one.pair[0] = 1u;
        let pair = one.pair;
        one.pair[1] = 2u;
        let box = Box(pair, 3u);
        one.pair = box.pair;
        return array<u32, 4>(zero.pair[0], pair[0], pair[1], one.pair[1] + box.n);
      }`
    expect(run(source)).toEqual([0, 1, 0, 3])
  })

  test('variables of the module start at zero, and can be bound', () => {
    const source = `
      @group(0) @binding(0) var<storage, read> keys: array<u32>;
      var<private> table: array<u32, 3>;
      @compute @workgroup_size(64)
      fn f(@builtin(global_invocation_id) id: vec3u) -> u32 { table[2] += keys[id.x]; return table[2]; }`
    const program = compile(source)
    program.bind({ keys: [5, 6] })
    expect(program.run('f', { x: 1 })).toBe(6)
  })

  test('counts arithmetic that is run, without loop counters and addresses', () => {
    const program = compile(`
      fn f(x: array<u32, 4>) -> u32 {
        var sum = 0u;
        for (var i = 0u; i < 2u; i++) { sum += x[2u * i] * 3u; }
        if (sum == 0u) { sum = sum ^ 1u; }
        return sum >> 1u;
      }`)
    program.run('f', [1, 0, 2, 0])
    expect(program.operations).toEqual({ multiply: 2, add: 2, bitwise: 1 })
    expect(program.calls).toEqual({ f: 1 })
  })

  test('the trace differs if a branch or an index does, and not if only values do', () => {
    const trace = (source: string, ...values: unknown[]) => {
      const program = compile(source)
      program.run('f', ...values)
      return program.trace
    }
    const branch = 'fn f(x: u32) -> u32 { if (x > 3u) { return 1u; } return 1u; }'
    const index = 'fn f(i: u32, x: array<u32, 2>) -> u32 { return x[i]; }'
    expect(trace(branch, 3)).not.toBe(trace(branch, 4))
    expect(trace(branch, 4)).toBe(trace(branch, 5))
    expect(trace(index, 0, [7, 7])).not.toBe(trace(index, 1, [7, 7]))
    expect(trace(index, 1, [7, 8])).toBe(trace(index, 1, [7, 7]))
  })

  test.each([
    ['a sum', 'fn f() -> u32 { return 4294967295u + 1u; }', 'expected 32 bits, got 4294967296'],
    ['a difference', 'fn f() -> u32 { return 1u - 2u; }', 'expected 32 bits, got -1'],
    ['a product', 'fn f() -> u32 { return 65536u * 65536u; }', 'expected 32 bits'],
    ['a shift', 'fn f() -> u32 { return 1u << 32u; }', 'expected less than 32 bits, got 32'],
  ])('error: %s overflows', (_, source, message) => {
    expect(() => run(source)).toThrow(message)
  })

  test('error: an index past the end', () => {
    const source = 'fn f(i: u32) -> u32 { var x: array<u32, 2>; return x[i]; }'
    expect(() => run(source, 2)).toThrow('index: expected less than 2, got 2')
  })

  test.each([
    ['fn f() { let x = 1u }', 'line 1: expected ;, got }'],
    ['fn f() {}\nenable f16;', 'line 2: expected a declaration'],
    ['fn f() {\n  let x = 1u % 2u;\n}', 'line 2: expected WGSL, got "% 2u'],
  ])('error: text outside the subset: %j', (source, message) => {
    expect(() => compile(source)).toThrow(message)
  })
})
