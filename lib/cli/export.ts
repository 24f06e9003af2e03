import { writeFile } from 'node:fs/promises'
import { oneOf } from './arguments.ts'
import { defineCommand, exitCodes, Failure } from './command.ts'
import { formatOf, printDocument } from './configuration/file.ts'
import { readConfiguration } from './configuration/read.ts'
import { withContext } from './open.ts'

/** Writes the configuration into a file that can be reviewed and kept under version control. */
export const exportConfiguration = defineCommand({
  name: 'export',
  summary: 'Writes settings, resources, clients and groups into one file',
  operands: ['[file]'],
  options: {
    format: { value: 'yaml|json', text: "default: by the file's name, else yaml" },
    'with-secrets': { text: 'adds client secrets and the mail password, in clear' },
  },
  notes:
    'Without a file it prints. Left out are users, members of groups, logos, keys, the client of the\nconsole, and clients that registered themselves.',
  async run(terminal, values, [file = '']) {
    const format = oneOf(values.format ?? formatOf(file), ['yaml', 'json'], 'format')
    const withSecrets = values['with-secrets']
    const document = await withContext(terminal, (ctx) => readConfiguration(ctx, withSecrets))
    const text = printDocument(document, format)
    if (file === '') {
      terminal.out(text.trimEnd())
      return exitCodes.done
    }
    try {
      await writeFile(file, text, { mode: withSecrets ? 0o600 : 0o644 })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Failure(`The file cannot be written: ${reason}.`)
    }
    terminal.err(`The configuration was written to ${file}.`)
    return exitCodes.done
  },
})
