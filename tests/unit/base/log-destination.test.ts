import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openLogDestination } from '#lib/base/log/log-destination.ts'

const { O_NONBLOCK, O_RDONLY, O_RDWR } = constants

/** A non-blocking pipe: when it is full, writes fail instead of waiting. */
function aPipe() {
  const folder = mkdtempSync(join(tmpdir(), 'authserver-log-'))
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  const writing = openSync(path, O_RDWR | O_NONBLOCK)
  const reading = openSync(path, O_RDONLY | O_NONBLOCK)
  onTestFinished(() => {
    closeSync(writing)
    closeSync(reading)
    rmSync(folder, { recursive: true })
  })
  return { writing, read: () => readAll(reading) }
}

function readAll(fileDescriptor: number): string {
  const buffer = Buffer.alloc(1024 * 1024)
  let length = 0
  try {
    for (;;) length += readSync(fileDescriptor, buffer, length, buffer.length - length, null)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
  }
  return buffer.toString('utf8', 0, length)
}

const record = (number: number) => `${JSON.stringify({ number, text: 'x'.repeat(4_000) })}\n`
const numbersOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { number: number }).number)

afterEach(() => vi.restoreAllMocks())

describe('the destination of log records', () => {
  test('has written a record when the call returns', () => {
    const pipe = aPipe()
    openLogDestination(pipe.writing, vi.fn()).write(record(1))
    expect(numbersOf(pipe.read())).toEqual([1])
  })

  test('keeps what a reader that is behind cannot take yet, in its order', async () => {
    const pipe = aPipe()
    const onGap = vi.fn()
    const destination = openLogDestination(pipe.writing, onGap)
    for (let number = 0; number < 200; number++) destination.write(record(number))
    let read = ''
    const linesRead = () => {
      read += pipe.read()
      return read.split('\n').length
    }
    await expect.poll(linesRead, { timeout: 30_000 }).toBe(201)
    expect(numbersOf(read)).toEqual([...Array(200).keys()])
    expect(onGap).not.toHaveBeenCalled()
  })

  test('leaves out what goes beyond its bound and tells how many they were once the rest is written', async () => {
    const pipe = aPipe()
    const gaps: number[] = []
    const destination = openLogDestination(pipe.writing, (records) => gaps.push(records))
    for (let number = 0; number < 2_000; number++) destination.write(record(number))
    let read = ''
    const gapsTold = () => {
      read += pipe.read()
      return gaps.length
    }
    await expect.poll(gapsTold, { timeout: 30_000 }).toBe(1)
    read += pipe.read()
    const numbers = numbersOf(read)
    expect(numbers).toEqual([...Array(2_000 - (gaps[0] ?? 0)).keys()])
    expect(numbers.length).toBeGreaterThan(900)
    expect(numbers.length).toBeLessThan(1_200)
  })

  test('says once on standard error that a disk is full, and goes on', async () => {
    const told = vi.fn()
    // The destination retries on a timer, and would write into the next file opened under this descriptor.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const full = openSync('/dev/full', 'w')
    onTestFinished(() => closeSync(full))
    const destination = openLogDestination(full, vi.fn(), told)
    for (let number = 0; number < 20; number++) {
      destination.write(record(number))
      await new Promise(setImmediate)
    }
    expect(told.mock.calls).toEqual([[expect.stringContaining('ENOSPC')]])
  })
})
