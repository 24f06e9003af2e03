import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Started programs that have not ended, each the leader of its process group, with the signal that kills it.
 * @type {Map<import('node:child_process').ChildProcess, NodeJS.Signals>}
 */
const running = new Map()
let over = false

/**
 * Starts a program in its own process group, so that its children end with it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @param {NodeJS.Signals} [lastSignal] ends it at once
 */
export function start(command, args, options = {}, lastSignal = 'SIGKILL') {
  if (over) throw new Error('The run is over.')
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
    detached: true,
  })
  running.set(child, lastSignal)
  child.once('close', () => running.delete(child))
  child.once('error', () => running.delete(child))
  return child
}

/**
 * Runs a program to its end and collects its output.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { limitSeconds?: number, givesWay?: boolean }}
 * [options] `givesWay` lowers its scheduling priority
 * @returns {Promise<{ ok: boolean, output: string }>} not ok: it failed, could not start, or took longer than
 * `limitSeconds`
 */
export async function run(command, args, options = {}) {
  const { limitSeconds = 600, givesWay = false, ...spawnOptions } = options
  const child = start(command, args, spawnOptions)
  if (givesWay) giveWay(child)
  return new Promise((resolve) => {
    let output = ''
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString()
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    const limit = setTimeout(() => {
      output += `\nEnded: it ran for more than ${limitSeconds} seconds.\n`
      kill(child, 'SIGKILL')
    }, limitSeconds * 1000)
    const finish = (/** @type {boolean} */ ok) => {
      clearTimeout(limit)
      resolve({ ok, output })
    }
    child.once('close', (code) => finish(code === 0))
    child.once('error', (error) => {
      output += `${error.message}\n`
      finish(false)
    })
  })
}

/**
 * Lowers the priority of a program and its children. Not to the minimum: it must also finish on a busy
 * machine.
 * @param {import('node:child_process').ChildProcess} child
 */
function giveWay({ pid }) {
  if (pid === undefined) return
  const priority = constants.priority.PRIORITY_BELOW_NORMAL
  try {
    setPriority(pid, priority)
    // Linux first divides the time among sessions, and each program here leads its own.
    writeFileSync(`/proc/${pid}/autogroup`, String(priority))
  } catch {
    // It has ended already, or the system has no autogroups.
  }
}

/**
 * Sends a signal to a program and its children.
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
export function kill(child, signal) {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // It has ended already.
  }
}

/** Kills every running program and prevents further starts, when the run exits. */
export function killAll() {
  over = true
  for (const [child, signal] of running) kill(child, signal)
}
