/** Compiled when the Worker is deployed: where it runs nothing may be. */
declare module '*.wasm' {
  const module: WebAssembly.Module
  export default module
}
