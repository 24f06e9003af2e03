import { createReadStream } from 'node:fs'
import { messageOf } from '#lib/kernel/errors.ts'
import { defineCommand, type ExitCode, exitCodes, Failure, type Terminal } from './command.ts'
import { applyConfiguration, type ImportResult } from './configuration/apply.ts'
import { describeDifference } from './configuration/difference.ts'
import { maxFileBytes, parseConfiguration } from './configuration/file.ts'
import { withContext } from './open.ts'
import { readUtf8, TooLongError } from './read-utf8.ts'

/** Makes the installation what a reviewed file says. */
export const importConfiguration = defineCommand({
  name: 'import',
  summary: 'Makes the installation what such a file says',
  operands: ['<file>'],
  options: {
    'dry-run': { text: 'prints what would change and changes nothing' },
    json: { text: 'prints JSON' },
  },
  notes:
    'All of it or nothing. Sections, records and fields that the file does not name stay as they are;\nlists (redirect URIs, permissions, attributes) become exactly what it says. Nothing is deleted but\nentries of such lists. "-" reads standard input.',
  async run(terminal, values, [file = '']) {
    const isDryRun = values['dry-run']
    const document = parseConfiguration(await readText(terminal, file))
    const result = await withContext(terminal, (ctx) => applyConfiguration(ctx, document, isDryRun))
    return values.json ? printJson(terminal, result, isDryRun) : print(terminal, result, isDryRun)
  },
})

function printJson(terminal: Terminal, result: ImportResult, isDryRun: boolean): ExitCode {
  const { differences, generatedSecrets } = result
  // Secrets of a dry run open nothing: they were rolled back.
  const secrets = isDryRun ? [] : generatedSecrets
  terminal.out(JSON.stringify({ dryRun: isDryRun, differences, generatedSecrets: secrets }))
  return exitCodes.done
}

function print(terminal: Terminal, result: ImportResult, isDryRun: boolean): ExitCode {
  const { differences, generatedSecrets } = result
  for (const difference of differences) {
    for (const line of describeDifference(difference)) terminal.out(line)
  }
  const count = `${differences.length} ${differences.length === 1 ? 'record' : 'records'}`
  if (differences.length === 0) terminal.out('Nothing to change.')
  else if (isDryRun) terminal.out(`${count} would change. Nothing was changed.`)
  else terminal.out(`${count} changed.`)
  if (isDryRun) return exitCodes.done
  for (const { clientIdentifier, clientSecret } of generatedSecrets) {
    terminal.out(`Secret of ${clientIdentifier}: ${clientSecret}`)
  }
  return exitCodes.done
}

async function readText({ input }: Terminal, file: string): Promise<string> {
  try {
    const source: AsyncIterable<Buffer> = file === '-' ? input : createReadStream(file)
    return await readUtf8(source, maxFileBytes)
  } catch (error) {
    if (error instanceof TooLongError) throw new Failure(tooLarge)
    throw new Failure(`The file cannot be read: ${messageOf(error)}.`)
  }
}

const tooLarge = `A configuration file may have at most ${maxFileBytes / 1024 / 1024} MB.`
