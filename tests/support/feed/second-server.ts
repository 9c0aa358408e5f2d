import type { FeedServer } from '../../../worker/engine/base/ports.ts'

/** A second server with files of a feed. @param files - By their names; read at each request. */
export function secondServer(
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  name = 'https://second.example',
): { server: FeedServer; asked: string[] } {
  const asked: string[] = []
  const server = {
    name,
    isSame: (address: string) => address === name,
    file: async (file: string) => {
      asked.push(file.replace(/-.*/, ''))
      return files.get(file)
    },
  }
  return { server, asked }
}
