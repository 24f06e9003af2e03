import { oneOf } from './arguments.ts'
import { defineCommand, exitCodes } from './command.ts'
import { formatOf, maxFileBytes, printDocument, tooLarge } from './configuration/file.ts'
import { readSettledConfiguration } from './configuration/read.ts'
import { withContext } from './open.ts'
import { outputFile, writeWhole } from './output-file.ts'
import { peekConfig } from './settings.ts'

export const exportConfiguration = defineCommand({
  name: 'export',
  summary: 'Writes settings, APIs, clients, groups and providers to one file',
  operands: ['[file]'],
  options: {
    format: { value: 'yaml|json', text: 'default: from the file name, else yaml' },
    'with-secrets': {
      text: 'includes secrets of clients and providers and the mail password, unencrypted',
    },
    force: { text: 'replaces an existing file' },
  },
  notes:
    'Without a file, or with "-", it writes to standard output. The export excludes users, members of\ngroups, logos of clients, keys, the client of the console, and clients that registered themselves. Only you can\nread the file.',
  async run(terminal, values, [file = '']) {
    const format = oneOf(values.format ?? formatOf(file), ['yaml', 'json'], 'format')
    const withSecrets = values['with-secrets']
    const isPrinted = file === '' || file === '-'
    // Refused before reading, so that a wrong file name costs no waiting time.
    const target = isPrinted ? null : outputFile(terminal, peekConfig(terminal), file, values.force)
    const document = await withContext(terminal, (ctx) =>
      readSettledConfiguration(ctx, withSecrets),
    )
    const text = printDocument(document, format)
    if (Buffer.byteLength(text) > maxFileBytes) {
      terminal.err(
        `${tooLarge} Split it before you import it: a file may contain only some of the records.`,
      )
    }
    if (target === null) {
      terminal.out(text.trimEnd())
      return exitCodes.done
    }
    await writeWhole(target, text)
    terminal.err(`The configuration was written to ${file}.`)
    return exitCodes.done
  },
})
