import { describe, expect, test } from 'vitest'
import { secretFields, shownValues, typedValues } from '#app/_ui/form/typed-values.ts'
import { readSources } from '#tests/support/sources.ts'

function formOf(...fields: readonly (readonly [name: string, value: string | Blob])[]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

describe('what goes back into the page of a refused form', () => {
  test('is every text that is no secret, whatever its field is called', () => {
    const sent = {
      addressPostalCode: '22222',
      passwordPolicy: 'high',
      setPasswordType: 'email',
      resourceOwnerPasswordCredentialsEnabled: 'on',
      clearPassword: 'on',
    }
    expect(typedValues(formOf(...Object.entries(sent)))).toEqual(sent)
  })

  test.each([...secretFields])('is not the field %s', (name) => {
    expect(typedValues(formOf([name, 'x']))).toEqual({})
  })

  test('is no file', () => {
    expect(typedValues(formOf(['picture', new Blob(['x'])]))).toEqual({})
  })

  test('is the whole of what can be saved, and no more than 65,536 characters of a field', () => {
    const domains = Array.from({ length: 200 }, () => 'x'.repeat(253)).join('\n')
    expect(typedValues(formOf(['domains', domains]))).toEqual({ domains })
    const note = 'x'.repeat(65_536)
    expect(typedValues(formOf(['note', `${note}x`]))).toEqual({ note })
  })

  test('has a line for each time that a field was sent', () => {
    expect(typedValues(formOf(['uri', 'a'], ['uri', ''], ['uri', 'c']))).toEqual({ uri: 'a\n\nc' })
  })

  test('keeps the lines of a field that was sent once, and each text of a repeated one on its own', () => {
    const form = formOf(['note', 'a\r\nb'], ['uri', 'a\r\nb'], ['uri', 'c'])
    expect(typedValues(form)).toEqual({ note: 'a\r\nb', uri: 'ab\nc' })
  })
})

test('every field for a password or a one-time code is a secret one', () => {
  const fields = readSources('app/_ui', 'app/account', 'app/admin').flatMap(({ code }) =>
    [...code.matchAll(/<(?:Secret|Text|Code|CurrentCode)Field\b[\s\S]*?\/>/g)].map(
      ([element]) => element,
    ),
  )
  const isHidden = (element: string) =>
    /^<(?:Secret|Code|CurrentCode)Field|"one-time-code"/.test(element)
  const bindings = fields
    .filter(isHidden)
    .flatMap((text) => /binding=\{(?:field|bindingOf)\('(\w+)'\)\}/.exec(text)?.[1] ?? [])
  // A recovery code is typed from paper, without help of the browser.
  expect(new Set([...bindings, 'recoveryCode'])).toEqual(secretFields)
})

describe('a form is shown', () => {
  const stored = { name: 'Shop', code: 7, enabled: true, isPublic: false }

  test('with what is stored until it is refused', () => {
    expect(shownValues(stored, null)).toEqual(stored)
  })

  test('with what was typed when it is refused, a box as it was left', () => {
    const typed = { name: '', code: 'x', isPublic: 'on' }
    expect(shownValues(stored, typed)).toEqual({
      name: '',
      code: 'x',
      enabled: false,
      isPublic: true,
    })
  })

  test('with what is stored where nothing was sent back, as of a secret', () => {
    expect(shownValues({ ...stored, password: '' }, { enabled: 'on' })).toEqual({
      ...stored,
      password: '',
    })
  })

  test('with the rows of a list as they were typed; a row keeps its stored entry by its place', () => {
    const list = {
      entries: [
        { entry: 'a', stored: 0 },
        { entry: '', stored: null },
      ],
    }
    const typed = { 'entries.1.entry': 'new', 'entries.0.entry': '' }
    expect(shownValues(list, typed)).toEqual({
      entries: [
        { entry: '', stored: 0 },
        { entry: 'new', stored: null },
      ],
    })
    expect(shownValues(list, { other: 'x' })).toEqual(list)
  })

  test('with a set of checkboxes as it was left', () => {
    const groups = { groups: { g1: true, g2: false } }
    expect(shownValues(groups, { 'groups.g2': 'on' })).toEqual({ groups: { g1: false, g2: true } })
  })
})
