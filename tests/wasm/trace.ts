/**
 * What a module does: each function entered, each turn of a loop, and each address read or written.
 *
 * Binaryen rewrites the module so that it reports these. Of two traces that must be equal, the last event must be.
 *
 * @module
 */
import binaryen from 'binaryen'

/** The module, rewritten to report. */
export function observableModule(bytes: Uint8Array): WebAssembly.Module {
  const module = binaryen.readBinary(bytes)
  module.runPasses(['log-execution', 'instrument-memory'])
  return new WebAssembly.Module(new Uint8Array(module.emitBinary()))
}

/** A sink of events: how many there were, and a hash over all of them. */
export function recorder() {
  let [events, hash] = [0, 0]
  /** The first events themselves, to find where two traces part. */
  const kept = new Uint32Array(20_000_000)
  return {
    add(event: number) {
      kept[events++] = event
      hash = (Math.imul(hash ^ event, 0x9e3779b1) + (hash >>> 15)) | 0
    },
    reset: () => void ([events, hash] = [0, 0]),
    digest: () => ({ events, hash }),
    events: () => kept.slice(0, events),
  }
}

/** Exports of an instance that reports to `trace`; `imports` are the module's own. */
export function observe(
  module: WebAssembly.Module,
  trace: ReturnType<typeof recorder>,
  imports: Record<string, Record<string, (...values: number[]) => unknown>> = {},
): WebAssembly.Exports {
  const address = (_: number, _size: number, offset: number, pointer: number) => {
    trace.add((pointer + offset) >>> 0)
    return pointer
  }
  const value = <T>(_: number, seen: T) => seen
  const values = ['i32', 'i64', 'f32', 'f64'].flatMap((type) => [
    [`load_val_${type}`, value],
    [`store_val_${type}`, value],
  ])
  const env = {
    ...Object.fromEntries(values),
    load_ptr: address,
    store_ptr: address,
    memory_grow_pre: value,
    memory_grow_post: value,
  }
  const log_execution = (place: number) => trace.add(0x80000000 | place)
  // Binaryen reports to the first module that anything is imported from, or to `env`.
  const [own = 'env'] = Object.keys(imports)
  const all = { ...imports, env: { ...env, ...imports.env } }
  return new WebAssembly.Instance(module, {
    ...all,
    [own]: { ...all[own as 'env'], log_execution },
  }).exports
}
