/** Compiled at deployment, because the Worker may not compile at run time. */
declare module '*.wasm' {
  const module: WebAssembly.Module
  export default module
}

/** The content of a file. */
declare module '*.bin' {
  const content: ArrayBuffer
  export default content
}
