/** Comlink's adapter for Node by the name that Node finds it by; its types have another. */
declare module 'comlink/dist/esm/node-adapter.mjs' {
  export type { NodeEndpoint } from 'comlink/dist/esm/node-adapter'
  export { default } from 'comlink/dist/esm/node-adapter'
}
