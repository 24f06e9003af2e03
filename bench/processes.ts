import { readdirSync, readFileSync } from 'node:fs'

/** Resources that a process and its children have used so far. */
export interface Usage {
  /** User and system time, in seconds. */
  readonly cpuSeconds: number
  /** Resident memory of the largest process, in MiB. */
  readonly maxMiB: number
}

/** The kernel counts processor time in hundredths of a second. */
const ticksPerSecond = 100

/** Reads `/proc`; null on machines without it. */
export function usageOf(pid: number): Usage | null {
  try {
    const processes = [pid, ...descendantsOf(pid)].map(readProcess)
    return {
      cpuSeconds: processes.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
      maxMiB: Math.max(...processes.map(({ residentMiB }) => residentMiB)),
    }
  } catch {
    return null
  }
}

function descendantsOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => parentOf(candidate) === pid)
  return children.flatMap((child) => [child, ...descendantsOf(child)])
}

function parentOf(pid: number): number | null {
  try {
    return Number(statFields(pid)[1])
  } catch {
    return null
  }
}

function readProcess(pid: number): { cpuSeconds: number; residentMiB: number } {
  const fields = statFields(pid)
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kibibytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0)
  const ticks = Number(fields[11]) + Number(fields[12])
  return { cpuSeconds: ticks / ticksPerSecond, residentMiB: kibibytes / 1024 }
}

/** The fields after the process name, which may contain blanks: state, parent, … */
function statFields(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
