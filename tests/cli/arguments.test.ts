import { describe, expect, test } from 'vitest'
import { readArguments } from '#lib/cli/arguments.ts'
import { commands } from '#lib/cli/commands.ts'
import { runCommand } from './run-command.ts'

/** No command reaches a database here. */
const nowhere = { url: 'file:/nonexistent/authserver.db' }

describe('the command line', () => {
  test('lists every command', async () => {
    const { code, out } = await runCommand(nowhere, ['help'])
    expect(code).toBe(0)
    for (const { name, summary } of commands) expect(out).toMatch(new RegExp(`${name} +${summary}`))
  })

  test('called without a command lists them too, but as a mistake', async () => {
    expect((await runCommand(nowhere, [])).code).toBe(2)
  })

  test('refuses a command that does not exist', async () => {
    const { code, err } = await runCommand(nowhere, ['restore'])
    expect([code, err]).toEqual([2, expect.stringContaining("Unknown command 'restore'.")])
  })

  test.each(commands.map(({ name }) => name))(
    '%s explains itself and its options',
    async (name) => {
      const { code, out } = await runCommand(nowhere, [name, '--help'])
      expect(code).toBe(0)
      expect(out).toContain(`npm run authserver -- ${name}`)
      expect(out).toContain('--help')
    },
  )

  const misuses: [what: string, argv: string[], sentence: string][] = [
    ['an unknown option', ['rotate-keys', '--fast'], "Unknown option '--fast'."],
    ['an argument too many', ['rotate-keys', 'now'], "Unexpected argument 'now'."],
    ['a missing argument', ['backup'], 'Missing argument <file>.'],
    ['a missing option', ['create-admin'], 'The option --email is required.'],
    ['a missing value', ['create-admin', '--email'], "Option '--email <value>' argument missing."],
    [
      'a value that looks like an option',
      ['create-admin', '--email', '-ada@example.org'],
      'Write a value that begins with a hyphen after an equals sign: --email=….',
    ],
    [
      'a word that an option does not take',
      ['create-client', 'shop', '--kind', 'spa'],
      'The option --kind must be one of: web, public, service.',
    ],
    [
      'an option given twice that takes one value',
      ['create-admin', '--email', 'ada@example.org', '--email=eve@example.org'],
      'The option --email can be used only once.',
    ],
    [
      'a password among the arguments',
      ['create-admin', '--email', 'a@example.org', '--password', 'x'],
      "Unknown option '--password'.",
    ],
  ]
  test.each(misuses)('tells %s with exit code 2', async (_, argv, sentence) => {
    const { code, out, err } = await runCommand(nowhere, argv)
    expect([code, out]).toEqual([2, ''])
    expect(err).toBe(`${sentence} "npm run authserver -- ${argv[0]} --help" shows the usage.`)
  })

  test('tells where a failure came from with LOG_LEVEL=debug only, and commands no terminal', async () => {
    const argv = ['import', '/nonexistent/\u001b[2K.yaml']
    const told = async (LOG_LEVEL: string) =>
      (await runCommand(nowhere, argv, { env: { LOG_LEVEL } })).err
    const quiet = await told('info')
    expect(quiet).toMatch(/^The file cannot be read: [^\n]*$/)
    const lines = (await told('debug')).split('\n')
    expect(lines[0]).toBe(quiet)
    expect(lines.slice(1).join('\n')).toMatch(/^Failure: [\s\S]*\n +at .*import\.ts/)
    expect(lines.join('\n')).not.toContain('\u001b')
  })

  test('takes a repeatable option more than once, in order, and a switch as well', () => {
    const options = {
      uri: { value: 'uri', multiple: true, text: '' },
      name: { value: 'text', text: '' },
      json: { text: '' },
    } as const
    const argv = ['--uri', 'b', '--json', '--uri=a', '--name', 'x', '--json']
    expect(readArguments(argv, options, []).values).toEqual({
      uri: ['b', 'a'],
      name: 'x',
      json: true,
    })
    expect(readArguments([], options, []).values).toEqual({ uri: [], name: undefined, json: false })
  })
})
