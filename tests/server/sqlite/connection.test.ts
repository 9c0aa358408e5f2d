import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inWords, sqliteDriver, sqliteErrorInfo } from '../../../server/sqlite/connection.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

const open = await sqliteDriver()
const errorOf = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return error
  }
}

describe('a connection', () => {
  test('returns the values that it was given', () => {
    const database = open(':memory:')
    database.exec('CREATE TABLE t (a, b)')
    const rows: [string | number | null, Uint8Array][] = [
      ["it's; DROP TABLE t", Uint8Array.of(0, 255)],
      [Number.MAX_SAFE_INTEGER, new Uint8Array(0)],
      [null, Uint8Array.of(1)],
    ]
    for (const row of rows) database.run('INSERT INTO t VALUES (?, ?)', ...row)
    const all = database.all('SELECT a, b FROM t ORDER BY rowid')
    expect(all.map(({ a, b }) => [a, new Uint8Array(b as Uint8Array)])).toEqual(rows)
    database.close()
  })

  test('uses a statement again after the schema changed', () => {
    const database = open(':memory:')
    database.exec('CREATE TABLE t (a)')
    const read = () => database.all('SELECT * FROM t')
    database.run('INSERT INTO t VALUES (?)', 1)
    expect(read()).toEqual([{ a: 1 }])
    database.exec('ALTER TABLE t ADD COLUMN b DEFAULT 2')
    expect(read()).toEqual([{ a: 1, b: 2 }])
    database.close()
  })

  test('error: another connection writes; it does not wait', () => {
    const path = join(temporaryFolder('sqlite'), 'file')
    const [one, other] = [open(path), open(path)]
    one.exec('CREATE TABLE t (a); BEGIN IMMEDIATE')
    const start = performance.now()
    const error = errorOf(() => other.exec('BEGIN IMMEDIATE'))
    expect(sqliteErrorInfo(error)).toBe('busy')
    expect(error).toMatchObject({ code: 'SQLITE_BUSY' })
    expect(performance.now() - start).toBeLessThan(1000)
    one.exec('ROLLBACK')
    other.exec('BEGIN IMMEDIATE; ROLLBACK')
    one.close()
    other.close()
  })

  test('error: the file is not a database', () => {
    const path = join(temporaryFolder('sqlite'), 'file')
    writeFileSync(path, 'text '.repeat(1000))
    const error = errorOf(() => open(path).all('SELECT * FROM sqlite_master'))
    expect(sqliteErrorInfo(error)).toBe('not a database')
    expect(error).toMatchObject({ code: 'SQLITE_NOTADB' })
  })

  test('error: the folder does not exist', () => {
    const path = join(temporaryFolder('sqlite'), 'none', 'file')
    const error = errorOf(() => open(path).exec('SELECT 1'))
    expect(error).toBeInstanceOf(Error)
    expect(sqliteErrorInfo(error)).toBeUndefined()
  })
})

describe('inWords', () => {
  // https://www.sqlite.org/rescode.html: the primary code is in the low byte.
  test.each([
    [5, 'SQLITE_BUSY'],
    [5 | (2 << 8), 'SQLITE_BUSY'],
    [11 | (1 << 8), 'SQLITE_CORRUPT'],
    [13, 'SQLITE_FULL'],
    [26, 'SQLITE_NOTADB'],
    [99, 'SQLITE_99'],
  ])('%i is %s', (errcode, code) => {
    expect(inWords(Object.assign(new Error('x'), { errcode }))).toMatchObject({ code })
  })

  test.each([new Error('x'), 'text', undefined, { errcode: 5 }])('leaves %o', (error) => {
    expect(inWords(error)).toBe(error)
    expect(Object.keys(error ?? {})).not.toContain('code')
  })
})

describe('sqliteErrorInfo', () => {
  test.each([
    ['SQLITE_BUSY_SNAPSHOT', 'busy'],
    ['SQLITE_LOCKED', 'busy'],
    ['SQLITE_CORRUPT', 'not a database'],
    ['SQLITE_FULL', undefined],
    ['ENOENT', undefined],
  ])('%s: %s', (code, info) => {
    expect(sqliteErrorInfo({ code })).toBe(info)
  })

  test.each([undefined, null, 'SQLITE_BUSY'])('%o: undefined', (error) => {
    expect(sqliteErrorInfo(error)).toBeUndefined()
  })
})
