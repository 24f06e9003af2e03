import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type GroupCommit,
  groupCommit,
  type Participant,
} from '#lib/persistence/database/group-commit.ts'

const folder = mkdtempSync(join(tmpdir(), 'authserver-group-commit-'))
const path = join(folder, 'test.db')
const writer = new Database(path, { timeout: 0 })
const other = new Database(path, { timeout: 0 })
writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE words (word TEXT UNIQUE)')

/** Statements that reached the connection. */
let sent: string[] = []
let commits = watchedCommits()

beforeEach(async () => {
  // Commits the previous test's open transaction.
  await commits.alone(async () => {})
  sent = []
  writer.exec('DELETE FROM words')
  commits = watchedCommits()
})

function watchedCommits(flush = async () => {}): GroupCommit {
  const statements = {
    execute(sql: string) {
      sent.push(sql)
      writer.exec(sql)
      return { rows: [] }
    },
  }
  return groupCommit({ connection: writer, statements }, flush)
}

afterAll(() => {
  writer.close()
  other.close()
  rmSync(folder, { recursive: true })
})

const words = () => other.prepare('SELECT word FROM words ORDER BY word').pluck().all()
const add = (word: string) => writer.prepare('INSERT INTO words VALUES (?)').run(word)
const countOf = (sql: string) => sent.filter((statement) => statement === sql).length

async function kept(word: string): Promise<void> {
  const participant = await commits.begin()
  add(word)
  await participant.commit()
}

describe('a part that is kept', () => {
  test('is answered when the disk has it, and not before', async () => {
    const disk = Promise.withResolvers<void>()
    commits = watchedCommits(() => disk.promise)
    let isAnswered = false
    const answer = kept('a').then(() => {
      isAnswered = true
    })
    await expect.poll(words).toEqual(['a'])
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(isAnswered).toBe(false)
    disk.resolve()
    await answer
  })

  test('is not answered by a flush that began before its commit', async () => {
    const flushes: PromiseWithResolvers<void>[] = []
    commits = watchedCommits(() => {
      const flush = Promise.withResolvers<void>()
      flushes.push(flush)
      return flush.promise
    })
    const answered: string[] = []
    const first = kept('a').then(() => answered.push('a'))
    await expect.poll(() => flushes.length).toBe(1)
    const second = kept('b').then(() => answered.push('b'))
    await expect.poll(words).toEqual(['a', 'b'])
    flushes[0]?.resolve()
    await first
    await expect.poll(() => flushes.length).toBe(2)
    expect(answered).toEqual(['a'])
    flushes[1]?.resolve()
    await second
  })

  test('fails when the disk does not take it', async () => {
    commits = watchedCommits(() => Promise.reject(new Error('input/output error')))
    await expect(kept('a')).rejects.toThrow('input/output error')
  })
})

describe('parts that come together', () => {
  test('share one commit, and each is answered after it', async () => {
    const answered: boolean[] = []
    const all = ['a', 'b', 'c'].map(async (word) => {
      await kept(word)
      answered.push(words().length === 3)
    })
    await Promise.all(all)
    expect(answered).toEqual([true, true, true])
    expect(countOf('COMMIT')).toBe(1)
  })

  test('are undone one by one', async () => {
    const undone = async () => {
      const participant = await commits.begin()
      add('undone')
      participant.rollback()
    }
    await Promise.all([kept('a'), undone(), kept('b')])
    expect(words()).toEqual(['a', 'b'])
  })

  test('commit again for those who come later', async () => {
    await kept('a')
    await kept('b')
    expect(words()).toEqual(['a', 'b'])
    expect(countOf('COMMIT')).toBe(2)
  })

  test('are never more than 64 to a commit', async () => {
    await Promise.all(Array.from({ length: 70 }, (_, i) => kept(`word ${i}`)))
    expect(countOf('COMMIT')).toBe(2)
  })
})

describe('a part', () => {
  test('keeps the others waiting until it ends', async () => {
    const participant = await commits.begin()
    let entered = false
    const second = commits.begin().then((found: Participant) => {
      entered = true
      return found
    })
    await new Promise(setImmediate)
    expect(entered).toBe(false)
    participant.rollback()
    ;(await second).rollback()
    expect(entered).toBe(true)
  })

  test('that is under way is not committed with those kept before it', async () => {
    const first = await commits.begin()
    add('first')
    const done = first.commit()
    const second = await commits.begin()
    add('second')
    await new Promise(setImmediate)
    second.rollback()
    await done
    expect(words()).toEqual(['first'])
  })

  test('that is given up after it was kept lets nobody in too early', async () => {
    const participant = await commits.begin()
    const done = participant.commit()
    const second = await commits.begin()
    participant.rollback()
    add('second')
    await Promise.all([done, second.commit()])
    expect(words()).toEqual(['second'])
  })

  test('that is undone first leaves nothing, neither to those who come after it', async () => {
    const first = await commits.begin()
    add('first')
    const second = kept('second')
    first.rollback()
    await second
    expect(words()).toEqual(['second'])
    expect(writer.inTransaction).toBe(false)
  })

  test('fails when its commit does', async () => {
    const participant = await commits.begin()
    add('a')
    // Simulates a transaction that ended by itself; SQLite rolls back when a disk is full.
    writer.exec('ROLLBACK')
    await expect(participant.commit()).rejects.toThrow()
    await kept('b')
    expect(words()).toEqual(['b'])
  })
})

test('what was kept fails with a later part’s error that undoes everything', async () => {
  const first = await commits.begin()
  add('a')
  const lost = expect(first.commit()).rejects.toThrow('lost')
  const second = await commits.begin()
  writer.exec('ROLLBACK')
  second.rollback()
  await lost
  expect(words()).toEqual([])
})

test('what runs alone finds no transaction open', async () => {
  const participant = kept('a')
  await commits.alone(async () => {
    expect(writer.inTransaction).toBe(false)
  })
  await participant
  expect(words()).toEqual(['a'])
})

test('another process’s transaction is waited for without stopping this one', async () => {
  other.exec('BEGIN IMMEDIATE')
  let ticks = 0
  const timer = setInterval(() => ticks++, 5)
  const done = kept('a')
  await new Promise((resolve) => setTimeout(resolve, 100))
  other.exec('COMMIT')
  await done
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(0)
  expect(words()).toEqual(['a'])
})
