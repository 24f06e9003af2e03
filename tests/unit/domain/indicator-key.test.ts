import { describe, expect, test } from 'vitest'
import { indicatorKey } from '#lib/domain/resources/resource-indicators.ts'

describe('two addresses name the same resource when they differ by', () => {
  test.each([
    ['the slash of a bare origin', 'https://api.example', 'https://api.example/'],
    ['the case of scheme and host', 'HTTPS://API.example/mcp', 'https://api.example/mcp'],
    ['a default port', 'https://api.example:443/mcp', 'https://api.example/mcp'],
    ['the default port of http', 'http://api.example:80', 'http://api.example'],
  ])('%s', (_, one, other) => {
    expect(indicatorKey(one)).not.toBeNull()
    expect(indicatorKey(one)).toBe(indicatorKey(other))
  })
})

describe('they do not when they differ by', () => {
  test.each([
    ['the case of the path', 'https://api.example/MCP', 'https://api.example/mcp'],
    ['the slash of a path', 'https://api.example/mcp/', 'https://api.example/mcp'],
    ['another port', 'https://api.example:8443', 'https://api.example'],
    ['the scheme', 'http://api.example', 'https://api.example'],
    ['an escape', 'https://api.example/%6dcp', 'https://api.example/mcp'],
    ['a dot segment', 'https://api.example/a/../mcp', 'https://api.example/mcp'],
  ])('%s', (_, one, other) => {
    expect(indicatorKey(one)).not.toBe(indicatorKey(other))
  })
})

test.each([
  ...['', 'inventory', '/mcp', 'api.example', 'urn:example:api', 'ftp://api.example'],
  ...['https://', 'https://u@api.example', 'https://u:p@api.example', 'https://api.example#x'],
  ...[
    'https://api.example?x',
    'https://api.example/?x',
    'https://api.example/ä',
    'https://ä.example',
  ],
  ...[
    'https://api.example/a b',
    'https://api.example\\x',
    ' https://api.example',
    'https://a:99999',
  ],
  `https://api.example/${'x'.repeat(2048)}`,
])('%j is no address of a resource', (uri) => {
  expect(indicatorKey(uri)).toBeNull()
})
