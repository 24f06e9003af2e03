import { expect, test } from 'vitest'
import { messagesOf } from '#lib/i18n/messages.ts'
import { readSources } from '#tests/support/sources.ts'
import { flatten } from './flatten.ts'

/** Areas whose keys are composed at run time from closed lists: refusal codes, view names and message names. */
const readByName = /^(validator|handler|mail|pages\.error|pages\.consent\.scope)\./

const code = readSources('app', 'lib')
  .map((source) => source.code)
  .join('\n')

/** Literal keys, and patterns of keys with a part known only at run time. */
const literals = new Set(
  [...code.matchAll(/['"`]([\w-]+(?:\.[\w-]+)+)['"`]/g)].map(([, key]) => key),
)
const templates = [...code.matchAll(/`((?:[\w.-]|\$\{[^}`]+\})+)`/g)]
  .map(([, template]) => template ?? '')
  .filter((template) => /^[\w-]+\.[\w.-]*\$\{/.test(template))
  .map(
    (template) =>
      new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\$\{[^}]+\}/g, '[\\w-]+')}$`),
  )

test('every text of the catalogs is shown somewhere', () => {
  const unused = [...flatten(messagesOf('en')).keys()]
    .filter((key) => !readByName.test(key))
    .filter((key) => !literals.has(key) && !templates.some((template) => template.test(key)))
  expect(unused).toEqual([])
})
