import { createReadStream } from 'node:fs'
import { messageOf } from '#lib/kernel/errors.ts'
import { defineCommand, type ExitCode, exitCodes, Failure } from './command.ts'
import { applyConfiguration, type ImportResult } from './configuration/apply.ts'
import { describeDifference } from './configuration/difference.ts'
import { maxFileBytes, parseConfiguration, tooLarge } from './configuration/file.ts'
import { withContext } from './open.ts'
import { printable } from './printable.ts'
import { readUtf8, TooLongError } from './read-utf8.ts'
import type { Terminal } from './terminal.ts'

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
  const { differences, remarks } = result
  const generatedSecrets = secretsOf(result, isDryRun)
  const print = generatedSecrets.length > 0 ? terminal.generated : terminal.out
  print(JSON.stringify({ dryRun: isDryRun, differences, remarks, generatedSecrets }))
  return exitCodes.done
}

function print(terminal: Terminal, result: ImportResult, isDryRun: boolean): ExitCode {
  const { differences, remarks } = result
  for (const difference of differences) {
    for (const line of describeDifference(difference)) terminal.out(line)
  }
  for (const remark of remarks) terminal.out(`Note: ${printable(remark)}`)
  const count = `${differences.length} ${differences.length === 1 ? 'record' : 'records'}`
  if (differences.length === 0) terminal.out('Nothing to change.')
  else if (isDryRun) terminal.out(`${count} would change. Nothing was changed.`)
  else terminal.out(`${count} changed.`)
  for (const { clientIdentifier, clientSecret } of secretsOf(result, isDryRun)) {
    terminal.generated(`Secret of ${clientIdentifier}: ${clientSecret}`)
  }
  return exitCodes.done
}

/** Those of a dry run open nothing: they were rolled back. */
function secretsOf({ generatedSecrets }: ImportResult, isDryRun: boolean) {
  return isDryRun ? [] : generatedSecrets
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
