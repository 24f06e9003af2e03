import { describe, expect, test } from 'vitest'
import {
  listProblem,
  redirectUriProblem,
  webOriginProblem,
} from '#app/admin/clients/_parts/uri-problems.ts'

describe('redirect URIs', () => {
  test.each([
    ['https://a.example/#x', 'redirect_uri'],
    ['/callback', 'redirect_uri'],
    ['https://münchen.example/cb', 'redirect_uri_ascii'],
    ['https://a.example/größe', 'redirect_uri_ascii'],
    ['/größe', 'redirect_uri'],
    ['https://a.example/a b', 'redirect_uri_blank'],
    ['https://a.example/a\u00a0b', 'redirect_uri_blank'],
    ['https://a.example/'.padEnd(2_049, 'x'), 'address_too_long'],
    ['https://b.example/', 'listed_twice'],
    ['https://a.example/'.padEnd(2_048, 'x'), null],
    ['com.example.app:/callback', null],
  ])('%s', (uri, problem) => {
    expect(redirectUriProblem(uri, [' https://b.example/ '])).toBe(problem)
  })
})

describe('web origins', () => {
  test.each([
    ['https://a.example/path', 'web_origin'],
    ['https://a..example', 'web_origin'],
    ['https://a.example:99999', 'web_origin'],
    [
      `https://${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}`,
      'address_too_long',
    ],
    ['HTTPS://b.example:443/', 'listed_twice'],
    ['https://c.example/', null],
  ])('%s', (origin, problem) => {
    expect(webOriginProblem(origin, ['https://b.example'])).toBe(problem)
  })
})

describe('a list', () => {
  test('names the first entry that is wrong', () => {
    expect(listProblem(['https://a.example', 'x', 'y'], webOriginProblem)).toEqual({
      entry: 'x',
      problem: 'web_origin',
    })
    expect(listProblem(['https://a.example', 'https://A.example/'], webOriginProblem)).toEqual({
      entry: 'https://A.example/',
      problem: 'listed_twice',
    })
  })

  test('has at most 200 entries', () => {
    const entries = Array.from({ length: 201 }, (_, i) => `https://a.example/${i}`)
    expect(listProblem(entries, redirectUriProblem)).toEqual({ entry: '', problem: 'too_many' })
    expect(listProblem(entries.slice(1), redirectUriProblem)).toBeNull()
    expect(listProblem([], redirectUriProblem)).toBeNull()
  })
})
