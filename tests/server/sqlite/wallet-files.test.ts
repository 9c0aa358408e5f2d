import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { StorageFailure } from '../../../protocol/storage-failure.ts'
import { sqliteFiles } from '../../../server/sqlite/wallet-files.ts'
import { inWords, sqliteDriver } from '../../../server/sqlite/connection.ts'
import type { RecordStore } from '../../../worker/engine/base/ports.ts'
import { FailingSqlite } from '../../support/storage/failing-sqlite.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

const folder = temporaryFolder('sqlite')
const driver = await sqliteDriver()
const files = sqliteFiles(folder, driver)
const at = (name: string) => join(folder, name)

const opened = (store: RecordStore | string): RecordStore => {
  if (typeof store === 'string') throw new Error(store)
  return store
}
const content = new Map([
  ['keys.a', Uint8Array.of(1)],
  ['data.b', Uint8Array.of(2)],
])

async function wallet(name: string) {
  const store = opened(await files.create(name))
  await store.write(content, [])
  return store
}

describe('wallet files on disk', () => {
  test('are NAME and NAME.keys, accessible only to their owner', async () => {
    const store = await wallet('pair')
    await store.close()
    for (const file of ['pair', 'pair.keys']) expect(statSync(at(file)).mode & 0o777).toBe(0o600)
    expect(readFileSync(at('pair.keys')).includes('keys.a')).toBe(true)
    expect(readFileSync(at('pair.keys')).includes('data.b')).toBe(false)
    expect(readFileSync(at('pair')).includes('data.b')).toBe(true)
    expect(readFileSync(at('pair')).includes('keys.a')).toBe(false)
  })

  test('are not changed by being opened and read', async () => {
    await (await wallet('untouched')).close()
    const bytes = () => ['untouched', 'untouched.keys'].map((file) => readFileSync(at(file)))
    const before = bytes()
    const again = opened(await files.open('untouched'))
    await again.readAll()
    await again.flush()
    await again.close()
    expect(bytes()).toEqual(before)
  })

  test('are distinguished from other files named NAME.keys', async () => {
    await (await wallet('own')).close()
    writeFileSync(at('foreign.keys'), Uint8Array.of(1, 2, 3))
    writeFileSync(at('huge.keys'), new Uint8Array(2 ** 20 + 1))
    expect(await files.keyFile?.('foreign')).toEqual(Uint8Array.of(1, 2, 3))
    for (const name of ['own', 'huge', 'nothing'])
      expect(await files.keyFile?.(name)).toBeUndefined()
  })

  test('leave no journal behind', async () => {
    const store = await wallet('journal')
    await store.close()
    expect(existsSync(at('journal-journal'))).toBe(false)
    expect(existsSync(at('journal.keys-journal'))).toBe(false)
  })

  test.each([
    ['NAME', ['']],
    ['NAME.keys', ['.keys']],
    ['both', ['', '.keys']],
  ])('are restored by flush after %s was removed', async (_, removed) => {
    const name = `flushed without ${removed.length} ${removed.join('+')} file`
    const store = await wallet(name)
    for (const suffix of removed) rmSync(at(name + suffix))
    await store.flush()
    expect(await store.readAll()).toEqual(content)
    await store.close()
    const again = opened(await files.open(name))
    expect(await again.readAll()).toEqual(content)
    await again.close()
  })

  test('are restored by the next write after they were removed', async () => {
    const store = await wallet('rewritten')
    rmSync(at('rewritten'))
    await store.write(new Map([['data.c', Uint8Array.of(3)]]), ['data.b'])
    await store.close()
    const again = opened(await files.open('rewritten'))
    expect([...(await again.readAll()).keys()].sort()).toEqual(['data.c', 'keys.a'])
    await again.close()
  })

  test('are restored later if the disk had no space at first', async () => {
    let room = true
    const tight = sqliteFiles(folder, (path) => {
      if (!room) throw Object.assign(new Error('no room'), { code: 'SQLITE_CANTOPEN' })
      return driver(path)
    })
    const store = opened(await tight.create('no room'))
    await store.write(content, [])
    for (const suffix of ['', '.keys']) rmSync(at(`no room${suffix}`))
    room = false
    await expect(store.flush()).rejects.toThrow(
      'the disk of "no room" cannot be written. Nothing was changed. ' +
        'Check the permissions of the files and their folder (SQLITE_CANTOPEN).',
    )
    await expect(store.write(new Map([['data.c', Uint8Array.of(3)]]), [])).rejects.toThrow()
    expect(await store.readAll()).toEqual(content)
    room = true
    await store.flush()
    await store.close()
    const again = opened(await files.open('no room'))
    expect(await again.readAll()).toEqual(content)
    await again.close()
  })

  test('contain no bytes of a replaced or deleted record', async () => {
    const store = await wallet('overwritten')
    const marked = (mark: string) => new TextEncoder().encode(mark.repeat(30))
    for (const kind of ['keys', 'data']) {
      await store.write(new Map([[`${kind}.a`, marked('first')]]), [])
      await store.write(new Map([[`${kind}.a`, marked('second')]]), [])
      await store.write(new Map([[`${kind}.b`, marked('third')]]), [])
      await store.write(new Map(), [`${kind}.b`])
    }
    const kept = ['', '.keys', '-journal', '.keys-journal']
      .map((suffix) => at(`overwritten${suffix}`))
      .flatMap((file) => (existsSync(file) ? [readFileSync(file)] : []))
    const found = ['first', 'second', 'third'].map(
      (mark) => kept.filter((bytes) => bytes.includes(mark)).length,
    )
    expect(found).toEqual([0, 2, 0])
    await store.close()
  })

  test('error: the disk is full; SQLite reports it, and nothing changes', async () => {
    const small = sqliteFiles(folder, (path) => {
      const connection = driver(path)
      connection.exec('PRAGMA max_page_count = 4')
      return connection
    })
    const store = opened(await small.create('full'))
    await store.write(content, [])
    const large = new Map([
      ['data.b', Uint8Array.of(9)],
      ['keys.a', new Uint8Array(100_000)],
    ])
    await expect(store.write(large, [])).rejects.toThrow(
      'the disk of "full" is full. Nothing was changed. Free some space, then try again (SQLITE_FULL).',
    )
    expect(await store.readAll()).toEqual(content)
    await store.write(new Map([['data.b', Uint8Array.of(4)]]), [])
    expect((await store.readAll()).get('data.b')).toEqual(Uint8Array.of(4))
    await store.close()
  })

  test('a commit that takes effect and reports an error is stored', async () => {
    await (await wallet('committed')).close()
    // Opening: BEGIN, COMMIT. Writing: BEGIN, INSERT, DELETE, COMMIT.
    const disk = new FailingSqlite(driver, { at: 6, kind: 'done' })
    const again = opened(await sqliteFiles(folder, disk.open).open('committed'))
    const next = new Map([['data.b', Uint8Array.of(7)]])
    await again.write(next, ['keys.a'])
    expect(disk.writes).toBe(6)
    expect(await again.readAll()).toEqual(next)
    await again.close()
  })

  test('error: a disk that cannot be read after a failed write loses the wallet, not its records', async () => {
    const disk = new FailingSqlite(driver)
    const store = opened(await sqliteFiles(folder, disk.open).create('lost'))
    await store.write(content, [])
    disk.broken = 'unreadable'
    const message =
      'the disk of "lost" cannot be read after a failed write, so the wallet was closed. ' +
      'Check the disk, then open the wallet again (SQLITE_FULL).'
    await expect(store.write(new Map([['data.b', Uint8Array.of(7)]]), [])).rejects.toThrow(
      new StorageFailure(message),
    )
    expect(await store.lost).toEqual(new StorageFailure(message))
    await store.close()
    const again = opened(await files.open('lost'))
    expect(await again.readAll()).toEqual(content)
    await again.close()
  })

  test('error: no empty file occupies the name of a wallet that could not be created', async () => {
    const disk = new FailingSqlite(driver, { at: 2, kind: 'refused' })
    await expect(sqliteFiles(folder, disk.open).create('empty')).rejects.toThrow(
      'the disk of "empty" is full. Nothing was changed.',
    )
    expect(await files.exists('empty')).toBe(false)
    await (await wallet('empty')).close()
  })

  test.each([
    [13, 'SQLITE_FULL'],
    [5 + 256, 'SQLITE_BUSY'],
    [10 + 12 * 256, 'SQLITE_IOERR'],
    [23, 'SQLITE_23'],
  ])('error: code %i of node:sqlite becomes %s', (errcode, code) => {
    const error = Object.assign(new Error('message'), { code: 'ERR_SQLITE_ERROR', errcode })
    expect(inWords(error)).toMatchObject({ message: 'message', code })
  })

  test('open without NAME, from NAME.keys only', async () => {
    const store = await wallet('keys only')
    await store.close()
    rmSync(at('keys only'))
    const again = opened(await files.open('keys only'))
    expect([...(await again.readAll()).keys()]).toEqual(['keys.a'])
    await again.close()
  })

  test('error: NAME without keys is not a wallet, but occupies the name', async () => {
    const store = await wallet('data only')
    await store.close()
    rmSync(at('data only.keys'))
    expect(await files.open('data only')).toBe('missing')
    expect(await files.create('data only')).toBe('exists')
  })

  test('error: a file of something else', async () => {
    writeFileSync(
      at('foreign.keys'),
      'a wallet of another program, long enough for a header'.repeat(20),
    )
    expect(await files.open('foreign')).toBe('damaged')
  })

  test('error: another process has it open', async () => {
    const store = await wallet('other process')
    // By whichever driver this Node has, in a process of its own.
    const script = `
      const builtIn = process.getBuiltinModule('node:sqlite')
      const open = builtIn
        ? (path) => new builtIn.DatabaseSync(path)
        : (path) => new (require('better-sqlite3'))(path, { timeout: 0 })
      try {
        open(${JSON.stringify(at('other process.keys'))})
          .prepare('SELECT count(*) FROM records').get()
        console.log('read')
      } catch (error) { console.log(error.message) }`
    const look = () => execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim()
    expect(look()).toBe('database is locked')
    await store.close()
    expect(look()).toBe('read')
  })
})
