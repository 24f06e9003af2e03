import { oneOf } from './arguments.ts'
import { defineCommand, exitCodes } from './command.ts'
import { formatOf, maxFileBytes, printDocument, tooLarge } from './configuration/file.ts'
import { readSettledConfiguration } from './configuration/read.ts'
import { withContext } from './open.ts'
import { outputFile, writeWhole } from './output-file.ts'
import { peekConfig } from './settings.ts'

export const exportConfiguration = defineCommand({
  name: 'export',
  summary: 'Writes settings, resources, clients and groups into one file',
  operands: ['[file]'],
  options: {
    format: { value: 'yaml|json', text: "default: by the file's name, else yaml" },
    'with-secrets': { text: 'adds client secrets and the mail password, in clear' },
    force: { text: 'replaces the file if there is one' },
  },
  notes:
    'Without a file, or with "-", it prints. Left out are users, members of groups, logos, keys, the\nclient of the console, and clients that registered themselves. The file can be read by its owner\nonly.',
  async run(terminal, values, [file = '']) {
    const format = oneOf(values.format ?? formatOf(file), ['yaml', 'json'], 'format')
    const withSecrets = values['with-secrets']
    const isPrinted = file === '' || file === '-'
    // Refused before reading, so that a wrong file name costs no waiting time.
    const target = isPrinted ? null : outputFile(peekConfig(terminal), file, values.force)
    const document = await withContext(terminal, (ctx) =>
      readSettledConfiguration(ctx, withSecrets),
    )
    const text = printDocument(document, format)
    if (Buffer.byteLength(text) > maxFileBytes) {
      terminal.err(`${tooLarge} Split it before you import it: a file need not name every record.`)
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
