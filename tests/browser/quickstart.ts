import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environmentOf } from './guide.ts'

const project = fileURLToPath(new URL('../../', import.meta.url))
const linkPackages = fileURLToPath(new URL('link-packages.mjs', import.meta.url))

export interface Quickstart {
  /** Waits until the commands have printed this; gives its first group, or all of it. */
  printed(form: RegExp): Promise<string>
  stop(): Promise<void>
}

/**
 * Runs the unchanged commands of a page of the quickstart, in one shell with a home folder of its own. Three things
 * differ from a reader's: the address of the server, the port of the example, since other tests use the same one, and
 * `npm install`, which links the packages that the example names, so that nothing is downloaded.
 * @param page a file of `docs/quickstart`, without its ending
 */
export function followQuickstart(
  page: string,
  serverUrl: string,
  ports: { readonly written: number; readonly used: number },
): Quickstart {
  const home = mkdtempSync(join(tmpdir(), 'authserver-quickstart-'))
  const script = commandsOf(page)
    .replaceAll('http://localhost:3000', serverUrl)
    .replaceAll(`:${ports.written}`, `:${ports.used}`)
  const shell = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', `${npm}\n${script}\nwait`], {
    cwd: project,
    // A group of its own: programs that the commands leave running end with it.
    detached: true,
    env: { ...environmentOf(serverUrl), HOME: home, PORT: String(ports.used) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  }
  return {
    async printed(form) {
      const end = performance.now() + 50_000
      while (performance.now() < end) {
        const found = form.exec(text)
        if (found) return found[1] ?? found[0]
        if (shell.exitCode !== null) break
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`The quickstart did not print ${form}:\n${text}`)
    },
    async stop() {
      if (shell.exitCode === null && shell.pid) {
        const gone = once(shell, 'exit')
        process.kill(-shell.pid, 'SIGTERM')
        await gone
      }
      rmSync(home, { recursive: true })
    },
  }
}

/** Replaces the command within the script. */
const npm = `npm() { if [ "$1" = install ]; then node '${linkPackages}'; else command npm "$@"; fi; }`

function commandsOf(page: string): string {
  const text = readFileSync(`${project}docs/quickstart/${page}.md`, 'utf8')
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block).join('\n')
}
