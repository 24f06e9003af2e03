import { type Config, ConfigurationError } from '#lib/config/config.ts'
import { requireSettings } from '#lib/domain/settings/settings.ts'
import { openDatabase } from '#lib/persistence/client.ts'
import { inspectDatabase } from '#lib/persistence/maintenance/inspection.ts'
import { openStore, type Store } from '#lib/persistence/store.ts'
import { migrationsFolder } from '#lib/runtime.ts'
import { checkAddress } from './checks/check-address.ts'
import { checkClock } from './checks/check-clock.ts'
import {
  checkAdministrators,
  checkDatabase,
  checkKey,
  checkKeySet,
} from './checks/check-database.ts'
import { checkForwarding } from './checks/check-forwarding.ts'
import { checkMail, checkSending } from './checks/check-mail.ts'
import { checkPasswords } from './checks/check-passwords.ts'
import { checkPrefix } from './checks/check-prefix.ts'
import { checkProtocol } from './checks/check-protocol.ts'
import { checkSettings } from './checks/check-settings.ts'
import { checkSignIn } from './checks/check-sign-in.ts'
import { checkTexts } from './checks/check-texts.ts'
import { type Finding, findings } from './checks/finding.ts'
import { defineCommand, type ExitCode, exitCodes, Failure } from './command.ts'
import { withContext } from './open.ts'
import { existingConfig, peekConfig } from './settings.ts'
import type { Terminal } from './terminal.ts'

/** Checks everything that an installation depends on, and changes nothing. */
export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Checks the installation and suggests changes',
  options: {
    'mail-to': { value: 'address', text: 'also sends a test message to this address' },
    json: { text: 'prints JSON' },
  },
  notes:
    'Run it on the machine of the running server, with the same settings. Each line says ok, warning or\nproblem. The exit code is 1 if there is a problem.',
  async run(terminal, values) {
    const found = await examine(terminal)
    if (!found.some(isProblem)) {
      found.push(...(await withContext(terminal, checkSignIn)))
      found.push(...(await withContext(terminal, checkProtocol)))
    }
    const mailTo = values['mail-to']
    if (mailTo !== undefined) found.push(...(await trySending(terminal, mailTo, found)))
    return report(terminal, found, values.json)
  },
})

async function examine(terminal: Terminal): Promise<Finding[]> {
  const found: Finding[] = []
  try {
    const config = peekConfig(terminal)
    found.push(...checkSettings(terminal, config), ...checkTexts(config))
    const inspection = await inspectDatabase(config.databaseUrl, migrationsFolder())
    found.push(...checkDatabase(inspection, config))
    if (inspection.clock) {
      found.push(checkClock('the database', inspection.clock, terminal.clock()))
    }
    if (inspection.state === 'ready') {
      found.push(...(await examineContent(terminal, existingConfig(terminal))))
    }
  } catch (error) {
    if (!(error instanceof ConfigurationError) && !(error instanceof Failure)) throw error
    const { problem } = findings('settings')
    found.push(...error.problems.map((sentence) => problem(sentence)))
  }
  return found
}

async function examineContent(terminal: Terminal, config: Config): Promise<Finding[]> {
  const database = openDatabase(config.databaseUrl, 2)
  try {
    const store: Store = openStore(database)
    const settings = requireSettings(await store.settings.find())
    const check = { config, store, settings, clock: terminal.clock }
    const address = await checkAddress(check)
    return [
      ...(await checkKey(store, config)),
      ...(await checkKeySet(store)),
      ...(await checkAdministrators(store)),
      ...address,
      ...(address.some(({ subject, level }) => subject === 'BASE_URL' && level === 'problem')
        ? []
        : await checkForwarding(check)),
      ...(await checkPrefix(store, terminal.clock())),
      ...(await checkMail(settings)),
      ...(await checkPasswords(config, settings)),
    ]
  } finally {
    await database.close()
  }
}

/** Sends the test message only without problems: otherwise opening the installation might fail and lose the report. */
async function trySending(
  terminal: Terminal,
  to: string,
  found: readonly Finding[],
): Promise<Finding[]> {
  if (found.some(isProblem)) {
    return [findings('mail').warning('no test message was sent. Solve the problems first.')]
  }
  return withContext(terminal, (ctx) => checkSending(ctx, to))
}

function report(terminal: Terminal, found: readonly Finding[], json: boolean): ExitCode {
  const problems = found.filter(isProblem).length
  const warnings = found.filter(({ level }) => level === 'warning').length
  if (json) terminal.out(JSON.stringify({ problems, warnings, findings: found }))
  else {
    const width = Math.max(...found.map(({ subject }) => subject.length)) + 1
    for (const { level, subject, text } of found) {
      terminal.out(`${level.padEnd(8)} ${`${subject}:`.padEnd(width)} ${text}`)
    }
    terminal.out(`${count(problems, 'problem')}, ${count(warnings, 'warning')}`)
  }
  return problems > 0 ? exitCodes.failed : exitCodes.done
}

function isProblem({ level }: Finding): boolean {
  return level === 'problem'
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
