import { describe, expect, test } from 'vitest'
import { parseEnvFile } from '#lib/config/env-file-format.mjs'

const parse = (text: string | Uint8Array) => {
  const { values, problems } = parseEnvFile(typeof text === 'string' ? Buffer.from(text) : text)
  return { values: Object.fromEntries(values), problems }
}

describe('a file of settings is read as it was meant:', () => {
  test.each<[what: string, text: string, values: Record<string, string>]>([
    ['nothing', '', {}],
    ['a byte order mark', '\ufeffBASE_URL=https://a.example\n', { BASE_URL: 'https://a.example' }],
    ['a byte order mark before a comment', '\ufeff# x\r\nA=1', { A: '1' }],
    ['line ends of Windows', 'A=1\r\nB=2\r\n\r\nC=3\r\n', { A: '1', B: '2', C: '3' }],
    ['no line end at the end', 'A=1\nB=2', { A: '1', B: '2' }],
    ['comments and blank lines', '# A=0\n\n  \t\n  # x\nA=1\n', { A: '1' }],
    ['blanks around', '  A =  one two  \n\tB\t=\t2\n', { A: 'one two', B: '2' }],
    ['export', 'export A=1\nexport\tB="2"\n', { A: '1', B: '2' }],
    ['nothing behind the sign', 'A=\nB=""\n', { A: '', B: '' }],
    ['signs of equality', 'A=b=c==\n', { A: 'b=c==' }],
    ['other programs’ names', 'my.name-2=1\n_x=2\n', { 'my.name-2': '1', _x: '2' }],
    ['a # in quotes', `A="a#b"\nB='a #b'\nC=\`#\`\n`, { A: 'a#b', B: 'a #b', C: '#' }],
    ['a comment behind quotes', 'A="1" # one\nB="2"#two\n', { A: '1', B: '2' }],
    ['quotes inside other quotes', `A='a "b"'\nB=\`'"\`\n`, { A: 'a "b"', B: `'"` }],
    ['quotes that do not begin the value', `A=it's\nB=a"b"\n`, { A: "it's", B: 'a"b"' }],
    ['several lines in quotes', 'A="one\r\ntwo\n"\nB=3\n', { A: 'one\ntwo\n', B: '3' }],
    [
      'a line end written out',
      `A="a\\nb"\nB='a\\nb'\nC=a\\nb\n`,
      { A: 'a\nb', B: 'a\\nb', C: 'a\\nb' },
    ],
    ['other writings', 'A=Müller \u65e5\u672c\n', { A: 'Müller \u65e5\u672c' }],
    ['a dollar, which nothing expands', 'A=$B\nB=1\n', { A: '$B', B: '1' }],
    ['the last of two', 'A=1\nA=2\n', { A: '2' }],
  ])('%s', (_, text, values) => {
    expect(parse(text)).toEqual({ values, problems: [] })
  })
})

describe('what would be skipped, cut or guessed is told with its line:', () => {
  test.each<[what: string, text: string | Uint8Array, line: number, told: RegExp]>([
    ['a # in a value', 'A=1\nADMIN_PASSWORD=xyzzy-words#x\n', 2, /ADMIN_PASSWORD contains #/],
    ['a # after a blank', 'DATA_DIR=./xyzzy ta #1\n', 1, /DATA_DIR contains #/],
    ['a # at the beginning', '\n\nADMIN_PASSWORD=#xyzzy\n', 3, /ADMIN_PASSWORD contains #/],
    ['a comment behind a value', 'PORT=8080 # xyzzy\n', 1, /PORT contains #/],
    ['no sign of equality', 'A=1\r\nxyzzy\r\n', 2, /expected NAME=value/],
    ['another sign', 'BASE_URL: https://xyzzy.example\n', 1, /expected NAME=value/],
    ['a name with a blank', 'BASE URL=xyzzy\n', 1, /expected NAME=value/],
    ['a command', 'set A=xyzzy\n', 1, /expected NAME=value/],
    ['a name that begins with a digit', '1A=xyzzy\n', 1, /expected NAME=value/],
    ['no name', '=xyzzy\n', 1, /expected NAME=value/],
    ['YAML', '---\n', 1, /expected NAME=value/],
    ['Latin-1', Buffer.from('A=1\nAPP_NAME=M\xfcller\n', 'latin1'), 2, /not valid UTF-8/],
    ['UTF-16 with its mark', Buffer.from('\ufeffA=xyzzy\n', 'utf16le'), 1, /not valid UTF-8/],
    ['UTF-16 without it', Buffer.from('A=xyzzy\n', 'utf16le'), 1, /expected NAME=value/],
    ['half a character', Buffer.from([0x41, 0x3d, 0xe2, 0x82]), 1, /not valid UTF-8/],
    ['a NUL', 'A=xyz\0zy\n', 1, /A contains a control character/],
    ['an escape', 'A="\u001b[31mxyzzy"\n', 1, /A contains a control character/],
    ['line ends of an old Mac', 'A=xyzzy\rB=2\r', 1, /A contains a CR without LF/],
    [
      'quotes with escaped quotes',
      `APP_NAME="xyzzy's \\"Login\\""\n`,
      1,
      /after the closing quote/,
    ],
    ['text behind quotes', `A='xyzzy'zzy\n`, 1, /after the closing quote/],
    ['a quote that swallows a line', 'A="xyzzy\nB="2"\n', 1, /after the closing quote/],
    ['a quote that is not closed', `A=1\nB='xyzzy\nC=3\n`, 2, /B has no closing quote/],
  ])('%s', (_, text, line, told) => {
    const { problems } = parse(text)
    expect(problems[0]).toMatch(new RegExp(`^line ${line}: [^\\n]+\\.$`))
    expect(problems[0]).toMatch(told)
    expect(problems.join('\n')).not.toMatch(/xyz|zzy/)
  })

  test('several at once, but not without end', () => {
    expect(parse('A=#\nB=1\nC\n').problems).toHaveLength(2)
    expect(parse('x\n'.repeat(1_000)).problems).toHaveLength(10)
  })

  test('a file that holds no settings', () => {
    expect(parse(Buffer.alloc(1024 * 1024 + 1, '#')).problems).toEqual(['larger than 1 MiB.'])
  })
})
