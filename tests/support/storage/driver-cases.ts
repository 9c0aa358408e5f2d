/**
 * What every driver of the store does alike. Runs on Node and inside workerd, so by `assert`.
 *
 * @module
 */
import assert from 'node:assert/strict'
import { Alternatives } from '../../../proxy/stores/alternatives.ts'
import { fromU64, toU64 } from '../../../proxy/stores/columns.ts'
import { maxValueSize, type Driver, type SqlValue } from '../../../proxy/stores/driver.ts'
import { prepareSchema, StoreError, writeMetadata } from '../../../proxy/stores/schema.ts'

/** Gets an empty database; throws when the driver is not as it should be. */
export type DriverCase = readonly [name: string, run: (driver: Driver) => void]

const values = (driver: Driver, sql = 'SELECT value FROM t ORDER BY id') =>
  driver.all(sql).map(({ value }) => value)

function withTable(driver: Driver): (id: number, value: SqlValue) => void {
  driver.run('CREATE TABLE t (id INTEGER PRIMARY KEY NOT NULL, value)')
  return (id, value) => driver.run('INSERT INTO t (id, value) VALUES (?, ?)', id, value)
}

const wrong = new Error('wrong')
const fail = () => {
  throw wrong
}

export const driverCases: readonly DriverCase[] = [
  [
    'rows come by name and in order',
    (driver) => {
      const insert = withTable(driver)
      for (const id of [3, 1, 2]) insert(id, `row ${id}`)
      const rows = driver.all('SELECT id, value AS said FROM t WHERE id >= ? ORDER BY id DESC', 2)
      assert.deepEqual(
        rows.map(({ id, said }) => [id, said]),
        [
          [3, 'row 3'],
          [2, 'row 2'],
        ],
      )
      assert.deepEqual(driver.all('SELECT id FROM t WHERE id > ?', 3), [])
    },
  ],
  [
    'rows come as lists of their columns, in order',
    (driver) => {
      const insert = withTable(driver)
      insert(2, null)
      insert(1, Uint8Array.of(7, 8))
      const rows = driver.rows('SELECT value, id, id + 1 FROM t WHERE id < ? ORDER BY id', 9)
      const bytes = rows[0]![0]
      assert.ok(bytes instanceof Uint8Array)
      assert.deepEqual(
        [[Uint8Array.from(bytes), ...rows[0]!.slice(1)], rows[1]],
        [
          [Uint8Array.of(7, 8), 1, 2],
          [null, 2, 3],
        ],
      )
      assert.deepEqual(driver.rows('SELECT id FROM t WHERE id > ?', 9), [])
      // The same statement with rows by name.
      assert.deepEqual(driver.all('SELECT id FROM t WHERE id > ?', 1)[0]!.id, 2)
      assert.deepEqual(driver.rows('SELECT id FROM t WHERE id > ?', 1), [[2]])
    },
  ],
  [
    'values come back as they went in',
    (driver) => {
      const insert = withTable(driver)
      const put: SqlValue[] = [
        'ä\u0000z',
        '',
        null,
        0,
        Number.MAX_SAFE_INTEGER,
        Uint8Array.of(0, 255),
        new Uint8Array(0),
      ]
      put.forEach((value, id) => insert(id, value))
      const got = values(driver).map((value) =>
        value instanceof Uint8Array ? Uint8Array.from(value) : value,
      )
      assert.deepEqual(got, put)
    },
  ],
  [
    'integers stay integers in their columns',
    (driver) => {
      driver.run('CREATE TABLE heights (height INTEGER PRIMARY KEY NOT NULL, count INTEGER)')
      const largest = Number.MAX_SAFE_INTEGER
      driver.run('INSERT INTO heights (height, count) VALUES (?, ?)', largest, 7)
      assert.deepEqual(
        driver
          .all('SELECT typeof(height) AS h, typeof(count) AS c, height - 1 AS below FROM heights')
          .map(({ h, c, below }) => [h, c, below]),
        [['integer', 'integer', largest - 1]],
      )
      assert.deepEqual(driver.all('SELECT count FROM heights LIMIT ?', 0), [])
    },
  ],
  [
    'a part of an array is stored without what lies around it',
    (driver) => {
      withTable(driver)(1, Uint8Array.of(1, 2, 3, 4).subarray(1, 3))
      assert.deepEqual(Uint8Array.from(values(driver)[0] as Uint8Array), Uint8Array.of(2, 3))
    },
  ],
  [
    'bytes of an answer are our own',
    (driver) => {
      const put = Uint8Array.of(1, 2, 3)
      withTable(driver)(1, put)
      put.fill(9)
      ;(values(driver)[0] as Uint8Array).fill(8)
      assert.deepEqual(Uint8Array.from(values(driver)[0] as Uint8Array), Uint8Array.of(1, 2, 3))
    },
  ],
  [
    'a u64 as bytes is exact and sorts as the number',
    (driver) => {
      const insert = withTable(driver)
      const numbers = [2n ** 64n - 1n, 2n ** 53n + 1n, 0n, 2n ** 53n, 2n ** 63n, 255n, 256n]
      numbers.forEach((number, id) => insert(id, fromU64(number)))
      const sorted = values(driver, 'SELECT value FROM t ORDER BY value').map(toU64)
      assert.deepEqual(
        sorted,
        numbers.toSorted((a, b) => (a < b ? -1 : 1)),
      )
      const above = values(driver, `SELECT value FROM t WHERE value > x'0020000000000000'`)
      assert.equal(above.length, 3)
    },
  ],
  [
    'the largest value fits',
    (driver) => {
      const bytes = new Uint8Array(maxValueSize).map((_, index) => index * 31)
      withTable(driver)(1, bytes)
      assert.ok(Buffer.from(values(driver)[0] as Uint8Array).equals(bytes))
    },
  ],
  [
    'a hundred parameters fit',
    (driver) => {
      const marks = Array(100).fill('?')
      const numbers = marks.map((_, index) => index)
      const sum = driver.all(`SELECT ${marks.join(' + ')} AS value`, ...numbers)
      assert.equal(sum[0]!.value, 4950)
    },
  ],
  [
    'a transaction keeps what it wrote, and gives what its function gives',
    (driver) => {
      const insert = withTable(driver)
      const given = driver.transaction(() => {
        insert(1, 'a')
        return values(driver).length
      })
      assert.deepEqual([given, values(driver)], [1, ['a']])
    },
  ],
  [
    'error: a transaction that throws leaves nothing of it',
    (driver) => {
      const insert = withTable(driver)
      insert(1, 'before')
      assert.throws(
        () =>
          driver.transaction(() => {
            driver.run('UPDATE t SET value = ?', 'during')
            driver.run('CREATE TABLE other (id INTEGER)')
            insert(2, 'more')
            fail()
          }),
        wrong,
      )
      assert.deepEqual(values(driver), ['before'])
      assert.throws(() => driver.all('SELECT * FROM other'))
      driver.transaction(() => insert(2, 'after'))
      assert.deepEqual(values(driver), ['before', 'after'])
    },
  ],
  [
    'error: an inner transaction that throws takes back its own alone',
    (driver) => {
      const insert = withTable(driver)
      driver.transaction(() => {
        insert(1, 'outer')
        assert.throws(
          () =>
            driver.transaction(() => {
              insert(2, 'inner')
              driver.transaction(() => insert(3, 'innermost'))
              fail()
            }),
          wrong,
        )
        driver.transaction(() => insert(4, 'second'))
      })
      assert.deepEqual(values(driver), ['outer', 'second'])
    },
  ],
  [
    'error: an outer transaction that throws takes back the inner one',
    (driver) => {
      const insert = withTable(driver)
      assert.throws(
        () =>
          driver.transaction(() => {
            driver.transaction(() => insert(1, 'inner'))
            fail()
          }),
        wrong,
      )
      assert.deepEqual(values(driver), [])
    },
  ],
  [
    'error: a statement that fails changes nothing, and the transaction goes on if it is caught',
    (driver) => {
      const insert = withTable(driver)
      driver.transaction(() => {
        insert(1, 'first')
        assert.throws(() => insert(1, 'again'))
        assert.throws(() => driver.run('NO SQL'))
        insert(2, 'second')
      })
      assert.deepEqual(values(driver), ['first', 'second'])
    },
  ],
  [
    'the size grows with what is kept',
    (driver) => {
      const insert = withTable(driver)
      const before = driver.size()
      insert(1, new Uint8Array(500_000))
      assert.ok(before > 0 && driver.size() - before >= 490_000)
    },
  ],
  [
    'the tables of a chain are made once',
    (driver) => {
      prepareSchema(driver, 'fakechain')
      writeMetadata(driver, 'note', fromU64(7n))
      prepareSchema(driver, 'fakechain')
      assert.equal(
        toU64(driver.all('SELECT value FROM metadata WHERE name = ?', 'note')[0]!.value),
        7n,
      )
    },
  ],
  [
    'alternative blocks are counted, and the tip with the least work is found',
    (driver) => {
      prepareSchema(driver, 'fakechain')
      const alternatives = new Alternatives(driver)
      const add = (id: string, prevId: string, cumulativeDifficulty: bigint, length: number) =>
        alternatives.add({
          id: id.repeat(64),
          prevId: prevId.repeat(64),
          height: 1n,
          blob: new Uint8Array(length),
          weight: 0n,
          cumulativeDifficulty,
          generatedCoins: 0n,
        })
      assert.deepEqual(alternatives.size(), { count: 0, bytes: 0 })
      add('a', '0', 1n, 10)
      add('b', 'a', 300n, 20)
      add('c', '0', 200n, maxValueSize + 5)
      assert.deepEqual(alternatives.size(), { count: 3, bytes: maxValueSize + 35 })
      assert.equal(alternatives.weakestTip()?.id, 'c'.repeat(64))
    },
  ],
  [
    'error: a store of another network or of a newer schema',
    (driver) => {
      prepareSchema(driver, 'fakechain')
      assert.throws(
        () => prepareSchema(driver, 'mainnet'),
        new StoreError('network: expected a store of mainnet, got fakechain'),
      )
      writeMetadata(driver, 'schema', 1_000)
      assert.throws(() => prepareSchema(driver, 'fakechain'), {
        name: 'StoreError',
        message: /^the store has schema 1000, but this program supports at most \d+: use a newer/,
      })
    },
  ],
]
